# Marks for zsh. ZDOTDIR pointed here for the start alone; the user's own files are read from where they are.
# The nonce comes first, by a file that is emptied at once or a line above this one, and is never exported.
if [[ -n ${PARLEY_NONCE_FILE-} ]]; then
  IFS= builtin read -r PARLEY_NONCE <"$PARLEY_NONCE_FILE"
  : >|"$PARLEY_NONCE_FILE"
  unset PARLEY_NONCE_FILE
fi
typeset -g +x __parley_nonce=${PARLEY_NONCE-}
unset PARLEY_NONCE
ZDOTDIR=${PARLEY_USER_ZDOTDIR:-$HOME}
[[ -n ${PARLEY_USER_ZDOTDIR-} ]] || unset ZDOTDIR
[[ -r ${ZDOTDIR:-$HOME}/.zshenv ]] && . "${ZDOTDIR:-$HOME}/.zshenv"

if [[ -o interactive ]]; then
  unset PARLEY_USER_ZDOTDIR

  # The end of a command, once. zsh has told it already where it fills the row, which comes before any hook.
  __parley_ended() {
    local ended=$?
    if [[ -z ${__parley_said-} ]] && ! __parley_fills; then
      builtin printf '\e]133;D;%s;n=%s\a' $ended $__parley_nonce
    fi
    typeset -g __parley_said=1
    # Under set -e a hook that hands on a failure would end the shell.
    [[ -o ERR_EXIT || -o ERR_RETURN ]] && return 0
    return $ended
  }

  __parley_fills() {
    [[ -o PROMPT_SP && -o PROMPT_CR && ${PROMPT_EOL_MARK-} == *'133;D;%?;n='* ]]
  }

  __parley_precmd() {
    __parley_ended
    typeset -g __parley_said=
    builtin printf '\e]7;file://%s%s\a' "$HOST" "${PWD//\%/%25}"
    __parley_lead
    [[ $PS1 == *'133;A;n='* ]] || PS1=$'%{\e]133;A;n='$__parley_nonce$'\a%}'$PS1$'%{\e]133;B;n='$__parley_nonce$'\a%}'
    [[ $PS2 == *'133;P;k=c'* ]] || PS2=$'%{\e]133;P;k=c;n='$__parley_nonce$'\a%}'$PS2
    # The nonce is in them, so that they are not handed to programs.
    typeset -g +x PS1 PS2
    return 0
  }

  # Has the end told before a precmd function of the user's prints, which zsh runs ahead of all in precmd_functions:
  # by what PROMPT_SP prints behind an output without a line end, or, where that is off, ahead of the function.
  __parley_lead() {
    [[ ${PROMPT_EOL_MARK-} == *'133;D;%?;n='* ]] ||
      typeset -g PROMPT_EOL_MARK=$'%{\e]133;D;%?;n='$__parley_nonce$'\a%}'${PROMPT_EOL_MARK-%B%S%#%s%b}
    typeset -g +x PROMPT_EOL_MARK
    if (( $+functions[precmd] )) && ! __parley_fills && [[ $functions[precmd] != *__parley_user_precmd* ]]; then
      functions[__parley_user_precmd]=$functions[precmd]
      precmd() { __parley_ended; __parley_user_precmd "$@"; }
    fi
    return 0
  }

  __parley_preexec() {
    __parley_lead
    builtin printf '\e]133;C;n=%s\a' $__parley_nonce
  }

  # The user's files are read after this one, so the hooks go in at the first prompt, ahead of theirs.
  __parley_first() {
    local ended=$?
    precmd_functions=(__parley_precmd ${precmd_functions:#__parley_first})
    preexec_functions+=(__parley_preexec)
    (exit $ended)
    __parley_precmd
  }
  precmd_functions=(__parley_first)
fi
