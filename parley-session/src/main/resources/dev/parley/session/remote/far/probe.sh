# Looks at the program in front of a terminal, for somebody on another host who asks line by line:
#   aim PID TTY BEGINNING ID   the terminal, its first process, how a word begins, the session's id
#   ask NUMBER MILLIS TYPED COUNT PRINTED   say when input is wanted, for so long; whether something was
#                              typed since, and how much was ever typed and printed
#   signal NAME                signal the group in front
#   end MILLIS                 end everything on the terminal
# What it finds it says on the terminal itself, behind all that was printed there before. Only what a
# shell has built in is used while a program works; nothing is written anywhere.
# With parley_several set and bash it says "several" and looks at many terminals. Each line then begins with the
# number of a session, both ways, and there are two more:
#   open                       somebody begins to look for this session
#   close                      and ends
exec 2>/dev/null
LC_ALL=C # bytes are cut faster than letters
export LC_ALL

[ -r /proc/self/stat ] || { echo blind; exit 0; }
case $(uname -sm) in
'Linux x86_64')
  reads=' 0 19 327 275 45 47 ' sendfile=40 polls=7 ppolls=271 selects=23 pselects=270
  epolls=' 232 281 ' epoll2=441 restart=219 futex=202 idle=' 449 128 130 ' ring=426 nap=35 clocknap=230 ;;
'Linux aarch64')
  reads=' 63 65 286 76 207 212 ' sendfile=71 polls=- ppolls=73 selects=- pselects=72
  epolls=' 22 ' epoll2=441 restart=128 futex=98 idle=' 449 137 133 ' ring=426 nap=101 clocknap=115 ;;
*) echo blind; exit 0 ;;
esac

# --- small things --------------------------------------------------------------------------------

# What anyone may see of a process; false when it is gone.
stat() {
  IFS= read -r line_ <"/proc/$1/stat" || return 1
  line_=${line_#*) }
  case $line_ in *')'*) line_=${line_##*) } ;; esac # a name may have any letters
  set -- $line_
  state=$1 parent=$2 group=$3 session=$4 device=$5 front=$6 threads=${18}
}

# To start a tool takes longer than all the rest of a look. Where there are bash and perl, one perl stays and does
# what a shell has no word for: t TTY (its local modes, VTIME and VMIN), m PID ADDRESS LENGTH (memory), l LINK.
perl_='
  while (defined($_ = readline STDIN)) {
    chomp;
    my ($what, $name, $at, $length) = split / /;
    my ($got, $said) = ("\0" x 64, "");
    if ($what eq "t") {
      # Not blocking, and no terminal of its own: O_NONBLOCK | O_NOCTTY; TCGETS.
      $said = join " ", (unpack "L4CC7", $got)[3, 10, 11] if sysopen(F, $name, 0x900) && ioctl(F, 0x5401, $got);
    } elsif ($what eq "m") {
      $said = join " ", unpack "l*", $got
        if sysopen(F, "/proc/$name/mem", 0) && sysseek(F, $at, 0) && sysread(F, $got, $length);
    } else {
      $said = readlink $name;
      $said =~ tr/\n/ /;
    }
    close F;
    syswrite STDOUT, "$said\n";
  }'
start_perl() {
  perl=
  if [ -n "$BASH_VERSION" ] && command -v perl >/dev/null; then
    trap '' PIPE # it may be killed
    eval 'coproc parley { exec perl -e "$perl_"; }; exec 7<&"${parley[0]}" 8>&"${parley[1]}"' && perl=1
  fi
}

# Asks perl: WORD... Sets told_; false when there is none.
told_by_perl() {
  [ -n "$perl" ] && echo "$*" >&8 && IFS= read -r -t 5 told_ <&7 && return
  perl=
  return 1
}

# Memory of a process as decimal numbers of four bytes: PID ADDRESS LENGTH. Sets told_.
memory() {
  # A shell reads what is long byte by byte.
  [ "$3" -gt 1024 ] || ! told_by_perl m "$1" $(($2)) $((($3 + 7) / 8 * 8)) || return
  if [ $(($2 % 8)) = 0 ]; then
    told_=$(dd if="/proc/$1/mem" bs=8 skip=$(($2 / 8)) count=$((($3 + 7) / 8)) | od -An -v -t d4)
  else
    told_=$(dd if="/proc/$1/mem" bs=1 skip=$(($2)) count="$3" | od -An -v -t d4)
  fi
}

# Where a link leads. Sets told_.
link() {
  told_by_perl l "$1" || told_=$(readlink "$1")
}

# The milliseconds of a timespec (1000000) or timeval (1000) in memory.
millis() {
  memory "$1" "$2" 16
  set -- $told_ "$3"
  [ $# = 5 ] || { time=0; hidden=1; return; }
  if [ -n "$narrow_" ]; then time=$(($1 * 1000 + $2 / $5)); return; fi
  if [ "$1" -gt 100000 ] || [ "$2" != 0 ]; then time=-1; else time=$(($1 * 1000 + $3 / $5)); fi
}

spans_=' ' # how long threads wait at most that were looked at before

# How long a thread waits at most: PID TID RUNS ADDRESS KIND. Sets left_, in milliseconds. While it has
# not run since it was looked at last, that is known. One that has run is not asked at once: many do
# so all the time, and one that begins a long wait is found in the same place by the next look. Until
# then doubt_ is set.
due() {
  case $spans_ in
  *" $2.$3="*) span_=${spans_#*" $2.$3="} span_=${span_%% *} ;;
  *" $2."*)
    later_=${spans_#*" $2."}
    spans_="${spans_%%" $2."*} ${later_#* }"
    case $later_ in "$3? "*) span "$@" ;; *) spans_="$spans_$2.$3? " span_=0 doubt_=1 ;; esac ;;
  *) span "$@" ;;
  esac
  case $span_ in
  at*) now; left_=$((${span_#at} - now)) ;;
  *) left_=$span_ ;;
  esac
  [ $left_ -le 1000000000 ] || left_=-1
}

# Reads it from memory: PID TID RUNS ADDRESS KIND. Sets span_.
span() {
  memory "$1" "$4" 16
  set -- "$2.$3" "$5" $told_
  span_=0
  [ $# = 6 ] || return
  case $2 in
  *narrow) span_=$(($3 * 1000 + $4 / 1000000)) ;;
  *) if [ "$3" -lt 0 ] || [ "$4" != 0 ]; then span_=1000000001; else span_=$(($3 * 1000 + $5 / 1000000)); fi ;;
  esac
  case $2 in # some name a point in time, of one clock or the other
  monotonic*) span_=at$span_ ;;
  real*) now; span_=at$((span_ - $(date +%s) * 1000 + now)) ;;
  esac
  [ ${#spans_} -lt 4000 ] || spans_=' '
  case $1 in *-) ;; *) spans_="$spans_$1=$span_ " ;; esac
}

# Whether a descriptor of a process is the terminal looked at.
terminal() {
  [ "/proc/$1/fd/$2" -ef "$tty" ] || { [ "/proc/$1/fd/$2" -ef /dev/tty ] && [ "$session" = "$leader" ]; }
}

# --- what one thread waits for -------------------------------------------------------------------

# One descriptor of a wait, with what is waited for: i, o.
watched() {
  if terminal "$1" "$2"; then
    case $3 in *i*) on=1 ;; esac
    case $3 in *o*) full=1 ;; esac
  elif [ -S "/proc/$1/fd/$2" ]; then
    if ! pair "$1" "$2"; then
      beside="$beside kernel:socket" socks_="$socks_ $2"
    else
      case $beside in *socketpair*) ;; *) beside="$beside kernel:socketpair" ;; esac
    fi
  elif [ -p "/proc/$1/fd/$2" ]; then
    for other_ in "/proc/$1/fd/"*; do
      if [ "$other_" != "/proc/$1/fd/$2" ] && [ "$other_" -ef "/proc/$1/fd/$2" ]; then return; fi
    done
    beside="$beside kernel:pipe"
  elif [ "/proc/$1/fd/$2" -ef /dev/ptmx ] || [ "/proc/$1/fd/$2" -ef /dev/pts/ptmx ]; then
    relays=1
  else
    link "/proc/$1/fd/$2"
    case $told_ in
    'anon_inode:[eventfd'* | 'anon_inode:[signalfd]') ;;
    'anon_inode:[io_uring]') ring "$1" "$2" || beside="$beside kernel:other" ;;
    'anon_inode:[timerfd]') timer "$1" "$2" ;;
    'anon_inode:[eventpoll]') [ "$depth" -gt 1 ] || { depth=$((depth + 1)); epoll "$1" "$2"; } ;;
    'anon_inode:inotify' | 'anon_inode:[fanotify]') beside="$beside kernel:watch" ;;
    'anon_inode:[pidfd]' | 'pidfd:'*) beside="$beside kernel:child" ;;
    *) beside="$beside kernel:other" ;;
    esac
  fi
}

pairs_=' ' # sockets that were looked at since something was typed: those whose both ends one process holds, and others

# Whether a process holds both ends of a socket, as programs do to wake themselves: PID FD. Only a tool can tell.
pair() {
  case $pairs_ in *" $1.$2+ "*) return 0 ;; *" $1.$2- "*) return 1 ;; esac
  link "/proc/$1/fd/$2"
  held_=$(ls -l "/proc/$1/fd") socket_=${told_#*[} socket_=${socket_%]} other_=
  all_=$(ss -Hxn | tr -s ' \n' '  ')
  case $all_ in *" * $socket_ * "*) other_=${all_#*" * $socket_ * "} other_=${other_%% *} ;; esac
  case $held_ in *"socket:[${other_:--}]"*) pairs_="$pairs_$1.$2+ "; return 0 ;; esac
  pairs_="$pairs_$1.$2- "
  return 1
}

# A timer that is set makes the wait a finite one.
timer() {
  while read -r key_ value_ rest_; do
    if [ "$key_" = it_value: ]; then
      seconds_=${value_#\(} rest_=${rest_%\)}
      left_=$((${seconds_%,} * 1000 + rest_ / 1000000))
      [ "$value_$rest_" != '(0,0' ] || return
      [ "$time" -ge 0 ] && [ "$time" -le $left_ ] || time=$left_
      beside="$beside kernel:timer"
    fi
  done <"/proc/$1/fdinfo/$2"
}

epoll() {
  while read -r key_ fd_ _ events_ _; do
    if [ "$key_" = tfd: ]; then
      events_=$((0x$events_))
      want_=
      [ $((events_ & 65)) = 0 ] || want_=i
      # Who asks for edges (bit 31) asks for all there are; that is no wish to write.
      [ $((events_ & 260)) = 0 ] || [ $((events_ & 2147483648)) != 0 ] || want_=${want_}o
      [ -z "$want_" ] || watched "$1" "$fd_" "$want_"
    fi
  done <"/proc/$1/fdinfo/$2"
}

poll() {
  [ $(($3)) -gt 0 ] || return
  [ $(($3)) -le 256 ] || { beside="$beside kernel:other"; return; }
  memory "$1" "$2" $(($3 * 8))
  set -- "$1" $told_
  [ $# -gt 2 ] || { hidden=1; return; }
  pid_=$1
  shift
  while [ $# -gt 1 ]; do
    want_=
    [ $(($2 & 65)) = 0 ] || want_=i
    [ $(($2 & 260)) = 0 ] || want_=${want_}o
    [ -z "$want_" ] || [ "$1" -lt 0 ] || watched "$pid_" "$1" "$want_"
    shift 2
  done
}

# A set of select: PID COUNT ADDRESS i|o. Who waits for ever, for one descriptor, needs no look at memory.
selected() {
  [ $(($3)) != 0 ] || return
  if [ "$2$4$time" = 1i-1 ]; then watched "$1" 0 i; return; fi
  pid_=$1 count_=$2 want_=$4 first_=0
  memory "$1" "$3" $((($2 + 63) / 64 * 8))
  for word_ in $told_; do
    bit_=0
    while [ $bit_ -lt 32 ] && [ $((first_ + bit_)) -lt "$count_" ]; do
      [ $((word_ >> bit_ & 1)) = 0 ] || watched "$pid_" $((first_ + bit_)) "$want_"
      bit_=$((bit_ + 1))
    done
    first_=$((first_ + 32))
  done
  [ $first_ -gt 0 ] || hidden=1
}

# The call of a 32-bit program on x86_64, as the same call of a 64-bit one.
narrow() {
  narrow_=1
  case $nr_ in
  3) nr_=0 ;;
  145) nr_=19 ;;
  168) nr_=7 ;;
  142) nr_=23 ;;
  308) nr_=270 ;;
  309) nr_=271 ;;
  413) nr_=270 narrow_= ;;
  414) nr_=271 narrow_= ;;
  256) nr_=232 ;;
  319) nr_=281 ;;
  240) nr_=202 ;;
  422) nr_=202 narrow_= ;;
  162) nr_=35 ;;
  267) nr_=230 ;;
  407) nr_=230 narrow_= ;;
  426 | 441) ;;
  *) nr_=9999 ;;
  esac
}

# What a ring waits for: PID FD. The kernel names the operations that are pending; on which descriptors they
# are, the entries tell in which they were asked for, if those have not been used again. False when that
# cannot be told. With none pending it waits for time or a file.
ring() {
  listed_= ops_= mask_= head_= entries_= slots_=
  while read -r key_ value_ _; do
    case $listed_$key_ in
    SqMask:) mask_=$((value_)) ;;
    SqHead:) head_=$((value_)) ;;
    PollList:) listed_=1 ;;
    1op=*) key_=${key_#op=} ops_="$ops_ ${key_%,}" ;;
    1*) break ;;
    esac
  done <"/proc/$1/fdinfo/$2"
  [ -n "$listed_" ] && [ -n "$head_" ] && [ "${mask_:-256}" -lt 256 ] || return 1
  [ -n "$ops_" ] || return 0
  while read -r range_ _ offset_ _ _ name_; do
    case $offset_$name_ in 10000000anon_inode:'[io_uring]'*) entries_=$((0x${range_%%-*})) ;; esac
  done <"/proc/$1/maps"
  [ -n "$entries_" ] || return 1
  pid_=$1 slot_=0
  memory "$1" $entries_ $(((mask_ + 1) * 64))
  set -- $told_
  # An entry begins with the operation, a byte, and its flags; the descriptor is the second number.
  while [ $# -ge 16 ]; do
    slots_="$slots_ $slot_=$(($1 & 511)):$2"
    slot_=$((slot_ + 1))
    shift 16
  done
  ops_="$ops_ " at_=$((head_ - 1)) oldest_=$((head_ - mask_ - 1))
  [ $oldest_ -ge 0 ] || oldest_=0
  while [ $at_ -ge $oldest_ ] && [ "$ops_" != ' ' ]; do
    slot_=${slots_#*" $((at_ & mask_))="} slot_=${slot_%% *}
    op_=$((${slot_%:*} & 255))
    case $ops_ in
    *" $op_ "*)
      ops_="${ops_%%" $op_ "*} ${ops_#*" $op_ "}"
      # A descriptor that was registered with the ring has another number there.
      [ "${slot_%:*}" -lt 256 ] || return 1
      watched "$pid_" "${slot_#*:}" i ;;
    esac
    at_=$((at_ - 1))
  done
  [ -z "$on" ] || beside="$beside kernel:other" # there may be a timer, of which nothing is told
  [ "$ops_" = ' ' ]
}

# Looks at one thread: PID TID. Sets call, on, full, beside, time, relays, hidden, busy, sleep_, join_, until_, socks_.
thread() {
  call= on= full= beside= time=-1 relays= hidden= busy= depth=0 sleep_= join_= until_= narrow_= socks_=
  before_=- # how often it has run, before all else is asked
  read -r _ _ before_ <"/proc/$1/task/$2/schedstat"
  read -r nr_ a1_ a2_ a3_ a4_ a5_ _ stack_ _ <"/proc/$1/task/$2/syscall" || { [ -d "/proc/$1/task/$2" ] && hidden=1; return; }
  case $nr_ in running | -1) busy=2; return ;; esac
  # The stack of a 32-bit program is below 4 GiB; its calls have other numbers, and short times.
  [ ${#stack_} -gt 10 ] || [ "$polls" = - ] || narrow
  if [ "$nr_" = "$restart" ]; then
    read -r where_ <"/proc/$1/task/$2/wchan"
    case $where_ in poll_*) nr_=$polls ;; esac
  fi
  case $reads in
  *" $nr_ "*)
    call=read
    if terminal "$1" $((a1_)); then on=1; return; fi
    busy=1
    [ ! -S "/proc/$1/fd/$((a1_))" ] || beside=kernel:socket socks_=$((a1_))
    return ;;
  esac
  case $nr_ in
  "$sendfile") call=read; ! terminal "$1" $((a2_)) || on=1; [ -n "$on" ] || busy=1; return ;;
  "$polls") call=poll; time=$((a3_ & 0xffffffff)); [ $time != 4294967295 ] || time=-1; poll "$1" $((a1_)) "$a2_" ;;
  "$ppolls") call=poll; [ $((a3_)) = 0 ] || millis "$1" $((a3_)) 1000000; poll "$1" $((a1_)) "$a2_" ;;
  "$selects" | "$pselects")
    call=select
    if [ $((a5_)) != 0 ]; then
      if [ "$nr_" = "$selects" ]; then millis "$1" $((a5_)) 1000; else millis "$1" $((a5_)) 1000000; fi
    fi
    selected "$1" $((a1_)) $((a2_)) i
    selected "$1" $((a1_)) $((a3_)) o ;;
  "$epoll2") call=epoll; [ $((a4_)) = 0 ] || millis "$1" $((a4_)) 1000000; epoll "$1" $((a1_)) ;;
  "$futex")
    join_=$((a3_))
    [ $((a4_)) != 0 ] || return
    busy=1 clock_=relative
    case $((a2_ & 383)) in 9) clock_=monotonic ;; 265) clock_=real ;; esac
    until_="$before_ $((a4_)) $clock_${narrow_:+narrow}"
    return ;;
  "$nap") busy=1 sleep_=1 until_="$before_ $((a1_)) relative${narrow_:+narrow}"; return ;;
  "$clocknap")
    busy=1 sleep_=1 clock_=relative
    if [ $((a2_ & 1)) != 0 ]; then clock_=monotonic; [ $((a1_)) != 0 ] || clock_=real; fi
    until_="$before_ $((a3_)) $clock_${narrow_:+narrow}"
    return ;;
  "$ring")
    call=io_uring
    ring "$1" $((a1_)) || { on= ring_=1; }
    [ -n "$on" ] || busy=1
    return ;;
  *)
    case $epolls in
    *" $nr_ "*) call=epoll; time=$((a4_ & 0xffffffff)); [ $time != 4294967295 ] || time=-1; epoll "$1" $((a1_)) ;;
    *)
      case $idle in *" $nr_ "*) return ;; esac
      busy=1
      return ;;
    esac ;;
  esac
  [ -n "$on" ] || { [ -z "${beside% kernel:socketpair}$relays" ] && [ $time = -1 ]; } || busy=1
  [ -n "$on$beside$relays" ] || [ $time = -1 ] || [ $call = epoll ] || sleep_=1
  # Who has run meanwhile may have had other things in that memory, and did not wait for long.
  after_=-
  read -r _ _ after_ <"/proc/$1/task/$2/schedstat"
  [ "$after_" = "$before_" ] || { [ $time -ge 0 ] && [ $time -le 250 ]; } || time=1
}

known_=' ' # connections that were looked at before: those that lead to who has started the holder, and others

# --- everyone in front ---------------------------------------------------------------------------

# The processes from one down, those in front, the first one with another terminal, and those that left the session
# for one without.
walk() {
  todo_=$1 members= inner= foreign= parents=' ' tree=
  while [ -n "$todo_" ]; do
    set -- $todo_
    pid_=$1
    shift
    todo_=$*
    # One that has been looked at just now is not asked again.
    [ "$pid_" = "$fresh" ] || stat "$pid_" || continue
    fresh=$pid_
    if [ "$group" = "$fore" ]; then
      [ "$state" = Z ] && [ "$threads" -le 1 ] || { members="$members $pid_"; parents="$parents$parent "; }
    elif [ "$session" != "$leader" ] && [ "$device" != 0 ]; then
      inner=${inner:-$pid_}
      continue
    elif [ "$session" != "$leader" ]; then
      foreign="$foreign $pid_"
    fi
    [ "$group" != "$fore" ] && [ "$session" = "$leader" ] || tree="$tree $pid_:$parent"
    for task_ in "/proc/$pid_/task/"*; do
      kids_=
      read -r kids_ <"$task_/children"
      todo_="$todo_ $kids_"
    done
  done
}

everyone() {
  fresh=
  for file_ in /proc/[0-9]*/stat; do
    pid_=${file_#/proc/} pid_=${pid_%/stat}
    stat "$pid_" && [ "$group" = "$fore" ] && [ "$state" != Z ] && members="$members $pid_"
  done
}

# How much a wait says: PID TID; the best of all decides.
rank() {
  sure_=1
  [ "$main" = "$2" ] || sure_=0
  [ -z "${beside% kernel:socketpair}" ] || sure_=0
  [ $time = -1 ] || { [ $time -gt 1000 ] && [ $call != epoll ]; } || sure_=0
  rank_=$((sure_ * 8))
  { [ $time -ge 0 ] && [ $time -le 250 ]; } || rank_=$((rank_ + 4))
  [ "$main" != "$2" ] || rank_=$((rank_ + 2))
}

# Looks at every member. Sets what the best wait is, and how many others run or are stopped.
survey() {
  best=-1 running=0 stopped=0 count=0 opaque= ring_= awake= sockets= napper= restless= asleep= bwork=
  for member in $members; do
    [ "$member" = "$fresh" ] || stat "$member" || continue
    fresh=
    count=$((count + 1))
    case $state in T | t) stopped=$((stopped + 1)); continue ;; esac
    mine_=-1 others_=0 ran_= sleeps_= main=$member mtimed= mdistant=0 mround=-1 mfetch= msocks=
    for task_ in "/proc/$member/task/"*; do
      tid_=${task_##*/}
      thread "$member" "$tid_"
      # Whose end the main thread awaits stands for it; such a wait compares that thread's number.
      if [ "$tid_" = "$member" ] && [ -n "$join_" ] && [ -d "/proc/$member/task/$join_" ]; then main=$join_; fi
      if [ -n "$hidden" ]; then opaque=$member; [ "$state" = S ] || awake=1; continue; fi
      msocks="$msocks $socks_"
      if [ -n "$on" ]; then
        rank "$member" "$tid_"
        if [ $rank_ -gt $mine_ ]; then
          [ $mine_ = -1 ] || others_=1
          mine_=$rank_ mcall=$call mtid=$tid_ mruns=$before_ mfull=$full mbeside=$beside mtime=$time mrelays=$relays msure=$sure_
        else
          others_=1
        fi
      elif [ -n "$busy" ]; then
        [ -z "$socks_" ] || sockets=1
        others_=1
        [ "$busy" = 1 ] || ran_=1
        [ $time -le 1500 ] || mdistant=$((mdistant + 1))
        [ -z "$until_" ] || mtimed="$mtimed $tid_ $until_"
        [ -z "$sleep_" ] || { [ -z "$until_" ] && [ $time -le 250 ]; } || asleep=1
        if [ "$tid_" = "$main" ]; then
          # How long it sleeps is asked only where another thread waits for the terminal.
          [ -z "$sleep_" ] || sleeps_="$time $until_"
          case $call in poll | epoll) [ $time -le 250 ] || mround=$time ;; read) mfetch=$socks_ ;; esac
          [ "$tid_" = "$member" ] || [ -z "$until_" ] || sleep_=1
        fi
        if [ -z "$sleep_$until_" ]; then restless=1; elif [ "$tid_" = "$main" ] && [ -n "$sleep_" ]; then napper=$tid_; fi
      fi
    done
    if [ $mine_ = -1 ]; then [ -z "$ran_" ] || running=$((running + 1)); continue; fi
    [ "$others_" = 0 ] || { msure=0 mine_=$((mine_ & 7)) mbeside="$mbeside thread:other-running"; }
    [ "$mtid" = "$main" ] || mbeside="$mbeside thread:not-main"
    if [ $mine_ -gt $best ]; then
      best=$mine_ who=$member bcall=$mcall btid=$mtid bruns=$mruns bfull=$mfull bbeside=$mbeside btime=$mtime brelays=$mrelays bsure=$msure
      bthreads=$threads btimed=$mtimed bdistant=$mdistant bround=$mround bmain=$main bfetch=$mfetch bsocks=$msocks bsleeps=$sleeps_ bwork=
      [ -z "$ran_" ] || bwork=work:thread
    fi
  done
}

# Finds the member that has asked for a signal when there is input.
signalled() {
  told=
  for member in $members; do
    for fd_ in "/proc/$member/fd/"*; do
      stat "$member" && terminal "$member" "${fd_##*/}" || continue
      while read -r key_ value_; do
        if [ "$key_" = flags: ] && [ $((0$value_ & 8192)) != 0 ]; then told=$member; return; fi
      done <"/proc/$member/fdinfo/${fd_##*/}"
    done
  done
}

# A client may have handed its terminal to a server, as tmux does: finds who else waits for it.
handed() {
  server=
  for server_ in /proc/[0-9]*; do
    server_=${server_#/proc/}
    stat "$server_" && [ "$device" = 0 ] || continue
    for fd_ in "/proc/$server_/fd/"*; do
      if [ "$fd_" -ef "$tty" ]; then
        thread "$server_" "$server_"
        [ -z "$on" ] || { server=$server_; return; }
        break
      fi
    done
  done
}

# Goes on with the first terminal behind that server. Which one has the keyboard only it knows, so
# that is never sure.
serve() {
  for task_ in "/proc/$server/task/"*; do
    kids_=
    read -r kids_ <"$task_/children"
    for kid_ in $kids_; do
      stat "$kid_" && [ "$device" != 0 ] || continue
      name_=
      read -r name_ <"/proc/$server/comm"
      behind "$name_" && doubt=1 && return 0
    done
  done
  server=
  return 1
}

# Takes a process for the one that waits, of whose threads nothing more is known: PID CALL.
alone() {
  who=$1 btid=$1 bmain=$1 bcall=$2 bruns=- brief= bbeside= bwork= bthreads=1 btimed= bdistant=0 bround=-1 bfetch= bsocks= bsleeps=
}

# Whether a process of another session waits for the terminal itself, as an editor's server does that carries it no
# further: PID.
asks() {
  thread "$1" "$1"
  [ -n "$on" ] || return 1
  doing=waiting grade=soft tree=
  alone "$1" "$call"
  [ $time -lt 0 ] || [ $time -gt 250 ] || brief=$time
  finite_=
  [ $time -lt 0 ] || finite_=,timeout
  why="kernel:$call(tty$finite_)$beside process:other-session"
}

# Takes the terminal of the process last looked at for the one to look at.
behind() {
  relay="$relay relay:${1%%[: ;]*}" leader=$session level=$((level + 1))
  tty=/dev/pts/$((((device >> 8 & 4095) - 136) * 256 + (device & 255) + (device >> 12 & 0xfff00)))
  [ -c "$tty" ]
}

# Looks once at the terminal $tty of the session $leader. Sets doing and why; when it is waiting also
# grade, who, brief and mode.
look() {
  level=0 relay= doubt=
  while :; do
    stat "$leader" || { doing=working why=kernel:gone; return; }
    fresh=$leader
    fore=$front
    [ "$fore" -gt 0 ] || fore=$leader
    walk "$leader"
    [ -n "$members" ] || everyone
    survey
    if [ $best = -1 ] && [ $((looks % 16)) = 8 ]; then
      # Whose parent has ended is not found below the first process; everybody is looked at at times.
      members=
      everyone
      survey
      # A client that waits for nothing but a signal may have a server too; that is looked for less and less often.
      if [ $best = -1 ] && { [ -n "$sockets" ] || [ $looks -ge $scan ]; }; then
        scan=$((looks * 4))
        handed
      fi
      [ $best != -1 ] || signalled
    fi
    if [ $best = -1 ] && [ $level = 0 ] && [ -z "$server$lone" ]; then
      for stranger_ in $foreign; do
        thread "$stranger_" "$stranger_"
        [ -z "$on" ] || { server=$stranger_; break; }
      done
    fi
    if [ $best = -1 ] && [ -n "$server" ] && [ $level = 0 ]; then
      alone_=$server lone=
      serve && continue
      lone=$alone_
    fi
    if [ $best = -1 ] && [ -n "$lone" ] && [ $level = 0 ]; then
      asks "$lone" && return
      [ -d "/proc/$lone" ] || lone=
    fi
    if [ $best = -1 ]; then
      if [ $count -gt 0 ] && [ $stopped = $count ]; then doing=working why=kernel:stopped; return; fi
      if [ -n "$opaque" ] && [ -z "$awake" ]; then opaque; return; fi
      if [ -n "$told" ] && [ $running = 0 ] && [ -z "$restless$asleep" ] && [ -d "/proc/$told" ]; then
        doing=waiting grade=soft why='kernel:signal(tty)'
        alone "$told" signal
        return
      fi
      if [ -n "$ring_" ]; then doing=waiting grade=soft why=kernel:io_uring; alone "$fore" ring; return; fi
      doing=working
      if [ $running -gt 0 ]; then why=kernel:running$relay; else why=kernel:blocked$relay; fi
      return
    fi
    if [ -n "$bfull" ]; then doing=working why='kernel:write(tty)'; return; fi
    # A relay such as sudo carries another terminal; the program is in front of that one.
    if [ -n "$inner" ] && [ $level -lt 3 ]; then
      name_=
      read -r name_ <"/proc/$who/comm"
      stat "$inner" && behind "$name_" && continue
      doing=working why=relay:busy
      return
    fi
    break
  done
  doing=waiting grade=soft
  case $bbeside$tree\  in *kernel:socketpair*":$who "*) parents="$parents$who " ;; esac # who may hold the other end too
  case $parents in *" $who "*) [ $bcall = read ] || { bsure=0 bbeside="$bbeside process:child"; } ;; esac
  [ -z "$doubt" ] || bsure=0
  [ $running = 0 ] || { bsure=0 bbeside="$bbeside process:other-running"; }
  [ -n "$brelays" ] && [ -z "$relay" ] && { bsure=0 bbeside="$bbeside kernel:ptmx"; }
  [ "$bsure" = 0 ] || grade=hard
  brief=
  if [ "$btime" -ge 0 ] && [ "$btime" -le 250 ]; then brief=$btime; fi
  if [ "$btime" = -1 ]; then why="kernel:$bcall(tty)$bbeside$relay"; else why="kernel:$bcall(tty,timeout)$bbeside$relay"; fi
}

# Whether a process works, by the processor time it has used between looks: PID. It must have been seen to
# rest since something was last typed or printed. The state of an instant says little of many threads.
labours() {
  total_=0
  for each_ in "/proc/$1/task/"*; do
    read -r spent_ _ <"$each_/schedstat" && total_=$((total_ + spent_))
  done
  now
  # What is kept of it: news, since when it is measured, the time used by then, since when it rests.
  eval "set -- $1 \$effort_$1"
  if [ "$2" != "$news" ]; then
    eval "effort_$1='$news $now $total_ -'"
    return 0
  fi
  rests_=$5
  if [ $((now - $3)) -ge 20 ]; then
    if [ $(((total_ - $4) / 10000)) -gt $(((now - $3) * 20)) ]; then rests_=-; elif [ "$5" = - ]; then rests_=$3; fi
    eval "effort_$1='$news $now $total_ $rests_'"
  fi
  [ "$rests_" = - ] || [ $((now - rests_)) -lt 40 ]
}

counts_=' ' counted_=' ' # how many threads of a process wait for a distant point in time, now and before

# Whether more threads of a process wait for one than did when something was typed last: PID COUNT KIN. One
# that was not there then, and was started by the reader, had none.
timed() {
  [ ${#counts_} -lt 2000 ] || counts_=' '
  counts_=" $1=$2$counts_"
  case $counted_ in
  *" $1="*) was_=${counted_#*" $1="} was_=${was_%% *} ;;
  *) was_=1000000; [ -z "$3" ] || [ "$keyed" = 0 ] || was_=0 ;;
  esac
  [ "$2" -gt "$was_" ]
}

# Whether a process that the reader has started works: it runs, sleeps, or waits for another host. Sets
# distant_, how many of its threads wait for a distant point in time. What was seen holds while it does not run.
works() {
  distant_=0
  stat "$1" || return 1
  case $state in Z | X) return 1 ;; esac
  labours "$1" && return 0
  case $state in R | D) return 0 ;; esac
  eval "set -- $1 \$seen_$1"
  if [ "$2" = "$total_" ]; then distant_=$4; [ "$3" = 1 ]; return; fi
  works_=0 own_=$1 total0_=$total_ parent0_=$parent
  for kin_ in "/proc/$1/task/"*; do
    kin_=${kin_##*/}
    thread "$1" "$kin_"
    if [ "$kin_" = "$1" ] && [ -n "$join_" ] && [ -d "/proc/$1/task/$join_" ]; then own_=$join_; fi
    [ "$busy" != 2 ] || works_=1
    [ -z "$until_" ] || { due "$1" "$kin_" $until_; time=$left_; }
    [ -n "$on" ] || [ $time -le 1500 ] || distant_=$((distant_ + 1))
    [ "$kin_" != "$own_" ] || [ -z "$sleep_" ] || [ $time -le 250 ] || works_=1
    if [ $works_ = 0 ] && [ -n "$socks_" ] && fetches "$1" "$parent0_" "$call" $socks_; then works_=1; fi
  done
  [ -n "$doubt_" ] || eval "seen_$1='$total0_ $works_ $distant_'"
  [ $works_ = 1 ]
}

# The connections by TCP of a process: PID. Sets rows_, each as inode=state:local:remote. A host with very many
# is not read through; then nothing is said by them.
connections() {
  rows_=' ' read_=0
  for table_ in tcp tcp6; do
    while read -r _ local_ remote_ st_ _ _ _ _ _ node_ _; do
      read_=$((read_ + 1))
      [ $read_ -le 2000 ] || { rows_=' '; return; }
      case $st_ in 01 | 02) rows_="$rows_$node_=$st_:${local_##*:}:${remote_##*:} " ;; esac
    done <"/proc/$1/net/$table_"
  done
}

# The row of a connection: PID FD. Sets socket_ and row_, which is empty when it is none by TCP.
row() {
  link "/proc/$1/fd/$2"
  socket_=${told_#*[} socket_=${socket_%]} row_=
  case $rows_ in *" $socket_="*) row_=${rows_#*" $socket_="} row_=${row_%% *} ;; esac
}

# Whether a process that the reader has started waits for an answer from elsewhere: PID PARENT CALL FD... One that
# reads from another host does; who watches a connection is owed something on it, or has not used it.
fetches() {
  pid_=$1 above_=$2 how_=$3
  connections "$1"
  shift 3
  for fd_ in "$@"; do
    row "$pid_" "$fd_"
    [ -n "$row_" ] || continue
    if [ "$how_" != read ] && ! owed "$row_" new; then continue; fi
    kin "$above_" "$socket_" "$row_" || return 0
  done
  return 1
}

# Whether a connection leads to a process that has started its holder, who then is whom it waits for: PARENT
# SOCKET ROW. Who is above the terminal's first process has nothing to do with the program.
kin() {
  case $known_ in *" $2+ "*) return 0 ;; *" $2- "*) return 1 ;; esac
  there_=${3#*:} there_=${there_#*:}:${there_%%:*} node_=$2 ends_= above_=$1
  for end_ in $rows_; do
    [ "${end_#*=*:}" != "$there_" ] || ends_="$ends_ ${end_%%=*}"
  done
  level_=0
  while [ $level_ -lt 4 ] && [ "$above_" -gt 1 ]; do
    held_=$(ls -l "/proc/$above_/fd")
    for end_ in $ends_; do
      case $held_ in *"socket:[$end_]"*) known_="$known_$node_+ "; return 0 ;; esac
    done
    [ "$above_" != "$leader" ] && stat "$above_" || break
    above_=$parent level_=$((level_ + 1))
  done
  case "$ends_ " in *' 0 '*) return 1 ;; esac # nobody has taken it yet; the next moment may bring somebody
  [ ${#known_} -lt 2000 ] || known_=' '
  known_="$known_$node_- "
  return 1
}

# Whether a connection owes an answer: ROW NEW. It is being made, or what was sent last was sent after what was
# received last; or with new, nothing was sent either way. Only a tool can tell; where it is missing, nothing is said.
owed() {
  case $1 in 02:*) return 0 ;; esac
  new_=$2 port_=${1#*:} sent_=0 received_=0 out_= in_= told_=
  for word_ in $(ss -Htin "sport = :$((0x${port_%%:*})) and dport = :$((0x${1##*:}))"); do
    told_=1
    case $word_ in
    lastsnd:*) sent_=${word_#*:} ;;
    lastrcv:*) received_=${word_#*:} ;;
    data_segs_out:*) out_=1 ;;
    data_segs_in:*) in_=1 ;;
    esac
  done
  [ -n "$told_" ] && [ -n "$out_$new_" ] || return 1
  [ -z "$in_" ] || [ $((sent_ + 4)) -lt "$received_" ]
}

# Whether a connection for which a process waits owes it an answer: PID FD...
owes() {
  pid_=$1
  connections "$1"
  [ "$rows_" != ' ' ] || return 1
  shift
  for fd_ in "$@"; do
    row "$pid_" "$fd_"
    [ -z "$row_" ] || ! owed "$row_" || return 0
  done
  return 1
}

# Whether threads of the reader have begun to wait for time: more of them do than before, or its loop waits for
# a while for which it never waited at rest. Each is remembered for the next look.
timers() {
  distant_=$bdistant
  set -- $btimed
  while [ $# -ge 4 ]; do
    due "$who" "$1" "$2" "$3" "$4"
    if [ $left_ -gt 1500 ]; then
      distant_=$((distant_ + 1))
      # The thread that stands for the main one waits so: that may be a sleep.
      [ "$1" != "$bmain" ] || [ "$bmain" = "$who" ] || [ "$bmain" = "$btid" ] || begun_=1
    fi
    shift 4
  done
  ! timed "$who" $distant_ || begun_=1
  if [ "$btid" != "$bmain" ]; then
    [ "$roundsof" = "$who" ] || roundsof=$who rounds=
    round=$bround
    if [ "$round" != -1 ] && [ -n "$rounds" ]; then
      case "$rounds " in *" $round "*) ;; *) begun_=1 ;; esac
    fi
  fi
  [ -n "$begun_" ]
}

# Whether the main thread sleeps beside the one that reads, and not for a moment only, or reads from another host.
sleeps() {
  [ "$btid" != "$bmain" ] || return 1
  if [ -n "$bfetch" ]; then
    stat "$who" || return 1
    [ "$who" != "$leader" ] || parent=0
    fetches "$who" "$parent" read $bfetch
    return
  fi
  set -- $bsleeps
  [ $# -gt 0 ] || return 1
  left_=$1
  [ $# -lt 4 ] || due "$who" "$bmain" "$2" "$3" "$4"
  [ $left_ -gt 250 ]
}

# What else of its own the reader is about: sets work. Only a wait that is not sure is looked at so.
pursuits() {
  work=$bwork below_=" $who " doubt_=
  if [ "${bthreads:-1}" -gt 1 ]; then
    ! labours "$who" || work=work:thread
    [ -n "$work" ] || ! sleeps || work=work:sleep
  fi
  begun_=
  for branch_ in $tree; do
    [ "${branch_%:*}" != "$who" ] || continue
    case $below_ in
    *" ${branch_#*:} "*)
      below_="$below_${branch_%:*} "
      ! works "${branch_%:*}" || work=work:process
      ! timed "${branch_%:*}" $distant_ kin || begun_=1 ;;
    esac
  done
  [ -n "$work" ] || [ -z "$bsocks" ] || ! owes "$who" $bsocks || work=work:request
  [ -n "$work" ] || ! timers || work=work:timer
  # Who has run just now may have begun to sleep; some run at every look.
  if [ -z "$work" ] && [ -n "$doubt_" ] && [ $doubts -lt 3 ]; then doubts=$((doubts + 1)) work=work:thread; fi
}

# A program that only sleeps for moments may look at its keyboard in between. Whether it does is seen
# where its reads cannot block. True when it has been woken often, and has hardly worked or printed.
naps() {
  [ -n "$napper" ] && [ -z "$restless" ] && [ "$running" = 0 ] || return 1
  wrote_= took_=
  while read -r key_ value_; do
    case $key_ in wchar:) wrote_=$value_ ;; rchar: | syscr:) took_="$took_ $value_" ;; esac
  done <"/proc/$napper/io"
  read -r ran_ _ runs_ <"/proc/$napper/schedstat"
  now
  if [ "$napping" != "$napper $wrote_" ]; then
    napping="$napper $wrote_" napran=$ran_ napruns=$runs_ napsince=$now naptook=$took_
    return 1
  fi
  spent_=$((now - napsince))
  [ $spent_ -ge 500 ] && [ $(((runs_ - napruns) * 250)) -ge $spent_ ] || return 1
  [ $(((ran_ - napran) / 10000)) -le $((spent_ * 30)) ] || { napping=; return 1; }
  least=
  modes
  flags_=0
  while read -r key_ value_; do
    [ "$key_" != flags: ] || flags_=$value_
  done <"/proc/$napper/fdinfo/0"
  unseen_=
  if ! { stat "$napper" && terminal "$napper" 0 && [ $((0$flags_ & 2048)) != 0 ]; }; then
    # Who leaves whole lines to the terminal may ask whether there is one, which leaves no trace. If it
    # reads anything meanwhile, it waits for something else.
    [ $mode = key ] || [ "$took_" = "$naptook" ] || { napping=; return 1; }
    if [ $mode = line ] || [ -n "$least" ] || [ "$tenths" != 0 ]; then unseen_=' process:looks-unseen'; fi
  fi
  doing=waiting grade=soft who=$napper btid=$napper brief= why="kernel:nap(tty,timeout)$unseen_ kernel:again"
}

# Somebody whom we may not look into, such as sudo asking for a password. It sleeps; where in the
# kernel may still be said.
opaque() {
  doing=waiting grade=soft why=kernel:opaque
  alone "$opaque" opaque
  where_=
  read -r where_ <"/proc/$opaque/wchan"
  case $where_ in
  n_tty_read | wait_woken | poll_* | do_poll* | do_select | ep_poll | do_epoll*) why="kernel:wchan($where_)" ;;
  '' | 0) ;;
  *) doing=working why="kernel:wchan($where_)" ;;
  esac
}

# How the terminal treats what is typed: mode is line or key, secret is set for a password.
modes() {
  secret= tenths=0
  if told_by_perl t "$tty"; then
    set -- ${told_:-10 0 0}
    tenths=$2
    [ "$3" = 0 ] || least=1
    if [ $(($1 & 2)) = 0 ]; then mode=key; else mode=line; [ $(($1 & 8)) != 0 ] || secret=1; fi
    return
  fi
  set -- $(stty -a -F "$tty")
  case " $* " in *' -icanon '*) mode=key ;; *) mode=line ;; esac
  case " $* " in *' -echo '*) [ $mode = key ] || secret=1 ;; esac
  while [ $# -gt 2 ]; do
    case $1$2 in time=) tenths=${3%;} ;; min=) [ "${3%;}" = 0 ] || least=1 ;; esac
    shift
  done
}

# --- answering -----------------------------------------------------------------------------------

said= pursuing=

# It works. Where a wait beside work was told before, that is taken back the same way.
working() {
  if [ -n "$pursuing" ]; then
    pursuing= doing=working grade=hard secret=
    found "$question"
  fi
  [ "$said" = "$why" ] || say "working $why"
  said=$why
}

# Whether the look just made still holds: there is one thread in front, and it sleeps and has not run since.
still() {
  [ $count.$bthreads.$level = 1.1.0 ] && [ "$bruns" != - ] || return 1
  case ${tree#" $who:"} in *[!0-9]*) return 1 ;; esac
  [ "$who" = "$leader" ] || { stat "$leader" && [ "$front" = "$fore" ]; } || return 1
  stat "$who" && [ "$state" = S ] && [ "$who$front" = "$btid$fore" ] || return 1
  runs_=
  read -r _ _ runs_ <"/proc/$btid/schedstat"
  [ "$runs_" = "$bruns" ]
}

# Looks twice, with the terminal's modes asked in between: who still waits then, with nothing left to
# read, has had its turn, and all it printed is on its way. True when that was said.
answer() {
  leader=$first tty=$out
  look
  if [ $doing != waiting ]; then
    if naps; then found "$1"; return; fi
    doing=working
    # Who has taken every key for itself may look at them between two sleeps.
    if [ -n "$napper" ] && [ -z "$restless" ] && [ "$why" = kernel:blocked ]; then
      if [ $((looks % 16)) = 8 ]; then least=; modes; napmode=$mode; fi
      [ "$napmode" != key ] || why='kernel:nap(tty,timeout) process:looks-unseen'
    fi
    working
    return 1
  fi
  napping=
  least=
  modes
  if [ "$bcall" = read ] && [ $mode = key ] && [ -z "$least" ] && [ "$tenths" -gt 0 ]; then
    brief=$((tenths * 100)) grade=soft
    [ $brief -le 250 ] || brief=
  fi
  work=
  if [ -n "$BASH_VERSION" ] && read -t 0 <"$tty"; then looping=; why=kernel:input-unread; working; return 1; fi
  if [ $grade = soft ] && ! { [ "$bcall" = read ] && [ "$btid" = "$bmain" ] && [ $mode = line ]; }; then
    pursuits
    if [ -n "$work" ]; then
      why="$why $work"
    else
      # A process below may be starting something; what it does must have been the same for a moment.
      now
      if [ "$below_" != " $who " ]; then
        [ "$calm" = "$who $below_" ] || calm="$who $below_" calmsince=$now
        if [ $((now - calmsince)) -lt 50 ]; then return 1; fi
      fi
    fi
    [ -z "$work" ] || calm=
  fi
  one_="$who $btid $bcall $doing $grade"
  if [ -n "$brief" ]; then
    # A short wait is no answer yet. If it is entered again and again with hardly any work done in
    # between, the program does nothing but look at its keyboard.
    # Who prints in between does something else as well.
    ran_= queued_=
    read -r ran_ queued_ _ <"/proc/$btid/schedstat"
    while read -r key_ value_; do
      [ "$key_" != wchar: ] || one_="$one_ $value_"
    done <"/proc/$who/io"
    now
    if [ "$looping" != "$one_" ]; then looping=$one_ since=$now ranthen=$ran_ queuedthen=$queued_; why=kernel:blocked; working; return 1; fi
    spent_=$((now - since))
    [ $spent_ -gt $((brief + 5)) ] || return 1
    [ -z "$ran_" ] || [ "$ran_" != "$ranthen" ] || return 1 # it has not run since: this is the first wait still
    # Time in which it got no processor is not its own.
    own_=$((spent_ - (queued_ - queuedthen) / 1000000))
    if [ $(((ran_ - ranthen) / 10000)) -gt $((own_ * 30)) ]; then looping=; why=kernel:running; working; return 1; fi
    grade=soft why="$why kernel:again"
  else
    looping=
  fi
  if [ -z "$brief" ] && ! still; then
    was_=$why
    leader=$first tty=$out
    look
    [ "$who $btid $bcall $doing $grade" = "$one_" ] || { why=kernel:running; working; return 1; }
    # Who has started somebody since the first look went through the processes is looked at anew.
    case $was_ in *process:child*) ;; *) case $why in *process:child*) return 1 ;; esac ;; esac
    why=$was_
  fi
  # What was typed may still be on its way: then this is the same wait as before. Who wakes up runs,
  # and is counted. A key that nobody wakes up for, such as half a line, is waited for no longer.
  run_=$1
  read -r _ _ run_ <"/proc/$btid/schedstat"
  if [ "$typed" = 1 ] && [ "$who $btid $run_" = "$last" ]; then
    now
    [ -n "$unread" ] || unread=$now
    if [ $((now - unread)) -lt 300 ]; then why=kernel:input-unread; working; return 1; fi
  fi
  last="$who $btid $run_"
  if [ -n "$work" ]; then
    # Who asks decides what a wait beside work is worth; whether that goes on is looked at further.
    typed=0
    [ "$pursuing" = "$why" ] || { pursuing=$why; found "$1"; }
    return 1
  fi
  found "$1"
}

# Says what was found, behind all that was printed before.
found() {
  if [ -n "$secret" ]; then doing=secret why="$why termios:-echo"; fi
  name_=
  read -r name_ <"/proc/$fore/comm" || read -r name_ <"/proc/$who/comm"
  said=
  printf "$begin"'found;%s;%s;%s;%s;%s;%s;%s\007' "$1" $doing $grade "$why" $mode "$fore" "${name_%%;*}" >"$out"
}

# Milliseconds, for differences.
now() {
  read -r up_ _ </proc/uptime
  now=$((${up_%.*} * 1000 + 1${up_#*.} * 10 - 1000))
}

# Sleeps for so many milliseconds; with bash a line that comes meanwhile ends it, and is in $line.
if [ -n "$BASH_VERSION" ]; then
  pause() {
    printf -v time_ 0.%03d "$1"
    IFS= read -r -t "$time_" line
    case $? in
    0) line=$begun$line begun=; return 0 ;;
    1) exit 0 ;;
    *) begun=$begun$line line=; return 1 ;; # time may be up in the middle of a line
    esac
  }
else
  pause() {
    if [ "$1" -ge 10 ]; then sleep "0.0$1" || sleep 1; fi
    line=
    return 1
  }
fi

ask() {
  say "asked $1" # a look may take long on a busy host; who asks hears that somebody is there
  now
  until=$((now + $2)) rest=1 looks=0 typed=$3 question=$1 pursuing=
  # Who asks again while nothing was typed or printed goes on where it was.
  [ "$news" = "$4.$5" ] || news=$4.$5 looping= unread= calm= doubts=0 scan=8
  if [ "$4" != "$keyed" ]; then
    # What was seen before something was typed is what it is like at rest.
    keyed=$4 counted_=$counts_ counts_=' ' pairs_=' '
    [ ${#rounds} -lt 500 ] || rounds=
    case "$rounds " in *" $round "*) ;; *) rounds="$rounds $round" ;; esac
  fi
  while :; do
    if answer "$1"; then line=; return; fi
    looks=$((looks + 1))
    [ $looks -lt 20 ] || rest=5
    [ $looks -lt 60 ] || rest=20
    if pause $rest; then return; fi
    now
    [ "$now" -lt "$until" ] || { line=; say "none $1"; return; }
  done
}

# Finds the terminal of a session by the mark in the environment of what was started there.
search() {
  for file_ in $(grep -l "PARLEY_SESSION=$id" /proc/[0-9]*/environ); do
    file_=${file_#/proc/}
    stat "${file_%/environ}" && [ "$device" != 0 ] || continue
    level=0
    behind x || continue
    first=$leader out=$tty
    return 0
  done
  return 1
}

# Ends everything on the terminal, and what it has left behind: hang up, terminate, kill.
end() {
  all=$first todo_=$first
  while [ -n "$todo_" ]; do
    set -- $todo_
    pid_=$1
    shift
    todo_=$*
    for task_ in "/proc/$pid_/task/"*; do
      kids_=
      read -r kids_ <"$task_/children"
      all="$all $kids_" todo_="$todo_ $kids_"
    done
    todo_=${todo_# }
    case $todo_ in *[0-9]*) ;; *) todo_= ;; esac
  done
  for file_ in $(grep -l "PARLEY_SESSION=$id" /proc/[0-9]*/environ); do
    pid_=${file_#/proc/} pid_=${pid_%/environ}
    case " $all " in *" $pid_ "*) ;; *) all="$all $pid_" ;; esac
  done
  count=0
  for pid_ in $all; do kill -0 "$pid_" && count=$((count + 1)); done
  for signal_ in HUP TERM KILL; do
    [ "$grace" -gt 0 ] || signal_=KILL
    for pid_ in $all; do kill -$signal_ "$pid_" && kill -CONT "$pid_"; done
    now
    until=$((now + grace / 2))
    [ $signal_ != KILL ] || until=$((now + 1000))
    while :; do
      left=
      for pid_ in $all; do
        if stat "$pid_" && [ "$state" != Z ]; then left="$left $pid_"; fi
      done
      [ -n "$left" ] || break 2
      now
      [ "$now" -lt "$until" ] || break
      sleep 0.01 || sleep 1
    done
    all=$left
  done
  # What kept the session may have left its socket.
  [ ! -S "${XDG_RUNTIME_DIR:-/tmp}/parley-$id" ] || rm -f "${XDG_RUNTIME_DIR:-/tmp}/parley-$id"
  say "ended $count"
}

# --- sessions ------------------------------------------------------------------------------------

number=

say() {
  echo "$number$*"
}

# Looks for one session, until there is no more to read.
attend() {
  start_perl
  say ready
  line= begun= looks=0 server= lone= told= last= napping= napmode= news= keyed=0 looping= unread= calm= doubts=0 scan=8 rounds= round=-1 roundsof=
  while :; do
    [ -n "$line" ] || { IFS= read -r line && line=$begun$line begun=; } || exit 0
    set -- $line
    line=
    case $1 in
    aim) first=$2 out=$3 begin=$4 id=$5; [ "$first" != 0 ] || search || { say blind; exit 0; } ;;
    ask) ask "$2" "$3" "$4" "$5" "$6" ;;
    signal) stat "$first" && kill -s "$2" -- "-$front" ;;
    end) grace=$2; end ;;
    esac
  done
}

# Starts one for each session and hands on what it is asked. Each has a pipe of its own, which the others do not keep open.
several='
  trap "" PIPE
  echo several
  while IFS= read -r line; do
    session=${line%% *} line=${line#* }
    case $line in
    open)
      exec {pipe}> >(
        for other_ in "${pipes[@]}"; do exec {other_}>&-; done
        number="$session "
        attend
      )
      pipes[session]=$pipe ;;
    close) pipe=${pipes[session]}; [ -z "$pipe" ] || exec {pipe}>&-; unset "pipes[session]" ;;
    *) [ -z "${pipes[session]}" ] || echo "$line" >&"${pipes[session]}" ;;
    esac
  done'
if [ -n "$parley_several" ] && [ -n "$BASH_VERSION" ] && [ "${BASH_VERSION%%.*}" -ge 4 ]; then
  eval "$several"
else
  attend
fi
