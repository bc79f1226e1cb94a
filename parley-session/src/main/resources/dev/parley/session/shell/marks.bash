# Marks for bash: where a prompt ends, a command begins, and how it ended (OSC 133), and the directory (OSC 7).
# Read in place of ~/.bashrc, which it reads first; the user's own prompt, aliases and hooks stay as they are.
# The nonce comes first, by a file that is emptied at once or a line above this one, and is never exported: a program
# that knew it could print marks that count.
if [[ -n ${PARLEY_NONCE_FILE-} ]]; then
  IFS= builtin read -r PARLEY_NONCE <"$PARLEY_NONCE_FILE"
  : >|"$PARLEY_NONCE_FILE"
  unset PARLEY_NONCE_FILE
fi
if [[ -n ${PARLEY_NONCE-} ]]; then
  declare +x __parley_nonce=$PARLEY_NONCE
  unset PARLEY_NONCE
fi
if [[ -n ${PARLEY_LOGIN-} ]]; then
  unset PARLEY_LOGIN
  [[ -r /etc/profile ]] && . /etc/profile
  for __parley_file in ~/.bash_profile ~/.bash_login ~/.profile; do
    if [[ -r $__parley_file ]]; then . "$__parley_file"; break; fi
  done
  unset __parley_file
elif [[ -r ~/.bashrc ]]; then
  . ~/.bashrc
fi

if [[ $- == *i* ]] && ! declare -F __parley_ended >/dev/null; then

  __parley_ended() {
    builtin printf '\e]133;D;%s;n=%s\a\e]7;file://%s%s\a' "$1" "$__parley_nonce" "${HOSTNAME-}" "${PWD//%/%25}"
  }

  # First in line, so that a command's end is marked before any prompt command of the user's prints.
  __parley_before() {
    local status=$? flags=$-
    __parley_said=1
    __parley_ended "$status"
    # Under set -e a hook that hands on a failure would end the shell.
    [[ $flags == *e* ]] && return 0
    return "$status"
  }

  # Last in line: puts back what the user or a prompt command of theirs may have replaced.
  __parley_after() {
    local status=$?
    [[ -n ${__parley_said-} ]] || __parley_ended "$status"
    __parley_said=
    [[ ${PROMPT_COMMAND[0]-} == __parley_before ]] || __parley_lines
    # Prompts may be exported, so that they name the nonce and do not hold it.
    local nonce='${__parley_nonce-}' again=$__parley_again
    shopt -q promptvars || { nonce=$__parley_nonce again=; }
    [[ $PS1 == *'133;A;n='"$nonce"* ]] || PS1='\[\e]133;A;n='$nonce'\a\]'$PS1'\[\e]133;B;n='$nonce'\a\]'
    [[ $PS2 == *'133;P;k=c;n='"$nonce"* ]] || PS2='\[\e]133;P;k=c;n='$nonce'\a\]'$PS2
    [[ ${PS0-} == *'133;C;n='"$nonce"* ]] || PS0='\e]133;C;n='$nonce'\a'$again${PS0-}
    return 0
  }

  __parley_lines() {
    local line lines=()
    for line in "${PROMPT_COMMAND[@]}"; do
      [[ $line == __parley_before || $line == __parley_after ]] || lines+=("$line")
    done
    PROMPT_COMMAND=(__parley_before "${lines[@]}")
    PROMPT_COMMAND[9999]=__parley_after
  }
  # Expands to nothing, and puts the last in line back for a user who has replaced them all.
  __parley_last=__parley_after
  __parley_again='${__parley_last#${PROMPT_COMMAND[9999]:=$__parley_last}}'
  __parley_lines
fi
