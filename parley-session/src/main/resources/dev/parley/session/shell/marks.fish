# Marks for fish, read after the user's own configuration. The nonce comes by a file that is emptied at once, and is
# never exported: a program that knew it could print marks that count.
if set -q PARLEY_NONCE_FILE
    read -g __parley_nonce <$PARLEY_NONCE_FILE
    printf '' >$PARLEY_NONCE_FILE
    set -e PARLEY_NONCE_FILE
end

functions -q fish_prompt; or function fish_prompt; echo -n '> '; end

function __parley_hand_on
    return $argv[1]
end

# Takes the prompt in, the user's own or the one that they have defined since.
function __parley_take_prompt
    string match -q '*__parley_user_prompt*' -- (functions fish_prompt); and return
    functions -e __parley_user_prompt
    functions -c fish_prompt __parley_user_prompt
    function fish_prompt
        set -l ended $status
        # fish reports no end for a line that never ran (a syntax error, an empty line): the next prompt does.
        if not set -q __parley_ended
            printf '\e]133;D;%s;n=%s\a' $ended $__parley_nonce
            printf '\e]7;file://%s%s\a' $hostname (string escape --style=url -- $PWD)
            set -g __parley_ended 1
        end
        printf '\e]133;A;n=%s\a' $__parley_nonce
        __parley_hand_on $ended
        __parley_user_prompt
        printf '\e]133;B;n=%s\a' $__parley_nonce
    end
end
__parley_take_prompt

function __parley_begin --on-event fish_preexec
    set -e __parley_ended
    printf '\e]133;C;n=%s\a' $__parley_nonce
end

function __parley_end --on-event fish_postexec
    printf '\e]133;D;%s;n=%s\a' $status $__parley_nonce
    printf '\e]7;file://%s%s\a' $hostname (string escape --style=url -- $PWD)
    set -g __parley_ended 1
    __parley_take_prompt
end

# fish calls who waits for an event in the order they came: what the user's configuration defined goes behind the end.
for __parley_name in (functions --handlers-type generic | string replace -rf '^fish_postexec (.+)$' '$1')
    test $__parley_name = __parley_end; and continue
    set -l text (functions $__parley_name | string collect)
    functions -e $__parley_name
    echo $text | source
end
set -e __parley_name
