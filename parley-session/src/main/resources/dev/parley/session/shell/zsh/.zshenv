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

  __parley_precmd() {
    local ended=$?
    builtin printf '\e]133;D;%s;n=%s\a\e]7;file://%s%s\a' $ended $__parley_nonce "$HOST" "${PWD//\%/%25}"
    [[ -n ${__parley_sp-} ]] && __parley_fill
    [[ $PS1 == *'133;A;n='* ]] || PS1=$'%{\e]133;A;n='$__parley_nonce$'\a%}'$PS1$'%{\e]133;B;n='$__parley_nonce$'\a%}'
    [[ $PS2 == *'133;P;k=c'* ]] || PS2=$'%{\e]133;P;k=c;n='$__parley_nonce$'\a%}'$PS2
    # The nonce is in them, so that they are not handed to programs.
    typeset -g +x PS1 PS2
    return 0
  }

  # What PROMPT_SP does, behind the mark: output without a line end stays on the screen, and is not added to.
  __parley_fill() {
    local mark=${PROMPT_EOL_MARK-%B%S%#%s%b}
    builtin print -nP -- "$mark"
    local -i width=$(( ${#mark} > 0 ))
    builtin printf '%*s\r%*s\r' $((COLUMNS - width)) '' $width ''
  }

  # zsh prints it before any hook runs, where it would count as output of the command.
  __parley_take_sp() {
    if [[ -o PROMPT_SP ]]; then
      typeset -g __parley_sp=1
      unsetopt PROMPT_SP
    fi
    return 0
  }

  __parley_preexec() {
    __parley_take_sp
    builtin printf '\e]133;C;n=%s\a' $__parley_nonce
  }

  # The user's files are read after this one, so the hooks go in at the first prompt, ahead of theirs.
  __parley_first() {
    local ended=$?
    precmd_functions=(__parley_precmd ${precmd_functions:#__parley_first})
    preexec_functions+=(__parley_preexec)
    __parley_take_sp
    (exit $ended)
    __parley_precmd
  }
  precmd_functions=(__parley_first)
fi
