# Looks at the program in front of a terminal, for somebody on another host who asks line by line:
#   aim PID TTY BEGINNING ID   the terminal, its first process, how a word begins, the session's id
#   ask NUMBER MILLIS TYPED    say when input is wanted, for so long; whether something was typed since
#   signal NAME                signal the group in front
#   end MILLIS                 end everything on the terminal
# What it finds it says on the terminal itself, behind all that was printed there before. Only what a
# shell has built in is used while a program works; nothing is written anywhere.
exec 2>/dev/null

[ -r /proc/self/stat ] || { echo blind; exit 0; }
case $(uname -sm) in
'Linux x86_64')
  reads=' 0 19 327 275 45 47 ' sendfile=40 polls=7 ppolls=271 selects=23 pselects=270
  epolls=' 232 281 ' epoll2=441 restart=219 futex=202 idle=' 449 128 130 ' ring=426 naps=' 35 230 ' ;;
'Linux aarch64')
  reads=' 63 65 286 76 207 212 ' sendfile=71 polls=- ppolls=73 selects=- pselects=72
  epolls=' 22 ' epoll2=441 restart=128 futex=98 idle=' 449 137 133 ' ring=426 naps=' 101 115 ' ;;
*) echo blind; exit 0 ;;
esac

# --- small things --------------------------------------------------------------------------------

# What anyone may see of a process; false when it is gone.
stat() {
  IFS= read -r line_ <"/proc/$1/stat" || return 1
  set -- ${line_##*) }
  state=$1 parent=$2 group=$3 session=$4 device=$5 front=$6 threads=${18}
}

# Memory of a process as decimal numbers of four bytes.
memory() {
  if [ $(($2 % 8)) = 0 ]; then
    dd if="/proc/$1/mem" bs=8 skip=$(($2 / 8)) count=$((($3 + 7) / 8)) | od -An -v -t d4
  else
    dd if="/proc/$1/mem" bs=1 skip=$(($2)) count="$3" | od -An -v -t d4
  fi
}

# The milliseconds of a timespec (1000000) or timeval (1000) in memory.
millis() {
  set -- $(memory "$1" "$2" 16) "$3"
  [ $# = 5 ] || { time=0; hidden=1; return; }
  if [ -n "$narrow_" ]; then time=$(($1 * 1000 + $2 / $5)); return; fi
  if [ "$1" -gt 100000 ] || [ "$2" != 0 ]; then time=-1; else time=$(($1 * 1000 + $3 / $5)); fi
}

# How long a wait of a futex lasts at most: PID ADDRESS OPERATION. Sets left_, in milliseconds.
lasts() {
  set -- $(memory "$1" "$2" 16) "$3"
  left_=0
  [ $# = 5 ] || return
  left_=$(($1 * 1000 + $3 / 1000000))
  case $(($5 & 383)) in # some name a point in time, of one clock or the other
  9) now; left_=$((left_ - now)) ;;
  265) left_=$((left_ - $(date +%s) * 1000)) ;;
  esac
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
    beside="$beside kernel:socket"
  elif [ -p "/proc/$1/fd/$2" ]; then
    for other_ in "/proc/$1/fd/"*; do
      if [ "$other_" != "/proc/$1/fd/$2" ] && [ "$other_" -ef "/proc/$1/fd/$2" ]; then return; fi
    done
    beside="$beside kernel:pipe"
  elif [ "/proc/$1/fd/$2" -ef /dev/ptmx ] || [ "/proc/$1/fd/$2" -ef /dev/pts/ptmx ]; then
    relays=1
  else
    case $(readlink "/proc/$1/fd/$2") in
    'anon_inode:[eventfd'* | 'anon_inode:[signalfd]' | 'anon_inode:[io_uring]') ;;
    'anon_inode:[timerfd]') timer "$1" "$2" ;;
    'anon_inode:[eventpoll]') [ "$depth" -gt 1 ] || { depth=$((depth + 1)); epoll "$1" "$2"; } ;;
    'anon_inode:inotify' | 'anon_inode:[fanotify]') beside="$beside kernel:watch" ;;
    'anon_inode:[pidfd]' | 'pidfd:'*) beside="$beside kernel:child" ;;
    *) beside="$beside kernel:other" ;;
    esac
  fi
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
  set -- "$1" $(memory "$1" "$2" $(($3 * 8)))
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
  for word_ in $(memory "$1" "$3" $((($2 + 63) / 64 * 8))); do
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
  240 | 422) nr_=202 ;;
  162 | 267 | 407) nr_=35 ;;
  426 | 441) ;;
  *) nr_=9999 ;;
  esac
}

# Whether a ring has operations pending that wait for a descriptor; with none it waits for time or a file.
pending() {
  listed_=
  while read -r key_ _; do
    case $listed_$key_ in
    PollList:) listed_=1 ;;
    1op=*) return 0 ;;
    1*) return 1 ;;
    esac
  done <"/proc/$1/fdinfo/$2"
  [ -z "$listed_" ]
}

# Looks at one thread: PID TID. Sets call, on, full, beside, time, relays, hidden, busy, sleep_, join_, until_.
thread() {
  call= on= full= beside= time=-1 relays= hidden= busy= depth=0 sleep_= join_= until_= narrow_=
  read -r nr_ a1_ a2_ a3_ a4_ a5_ _ stack_ _ <"/proc/$1/task/$2/syscall" || { [ -d "/proc/$1/task/$2" ] && hidden=1; return; }
  case $nr_ in running | -1) busy=2; return ;; esac
  before_=
  read -r _ _ before_ <"/proc/$1/task/$2/schedstat"
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
    [ ! -S "/proc/$1/fd/$((a1_))" ] || beside=kernel:socket
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
  "$futex") join_=$((a3_)); [ $((a4_)) = 0 ] || busy=1 until_="$((a4_)) $((a2_))"; return ;;
  "$ring") busy=1; ! pending "$1" $((a1_)) || ring_=1; return ;;
  *)
    case $epolls in
    *" $nr_ "*) call=epoll; time=$((a4_ & 0xffffffff)); [ $time != 4294967295 ] || time=-1; epoll "$1" $((a1_)) ;;
    *)
      case $idle in *" $nr_ "*) return ;; esac
      busy=1
      case $naps in *" $nr_ "*) sleep_=1 ;; esac
      return ;;
    esac ;;
  esac
  [ -n "$on" ] || { [ -z "$beside$relays" ] && [ $time = -1 ]; } || busy=1
  [ -n "$on$beside$relays" ] || [ $time = -1 ] || sleep_=1
  # Who has run meanwhile may have had other things in that memory, and did not wait for long.
  after_=
  read -r _ _ after_ <"/proc/$1/task/$2/schedstat"
  [ "$after_" = "$before_" ] || { [ $time -ge 0 ] && [ $time -le 250 ]; } || time=1
}

known_=' ' # connections that were looked at before: those that lead to a parent, and others

# --- everyone in front ---------------------------------------------------------------------------

# The processes from one down, those in front, and the first one with another terminal.
walk() {
  todo_=$1 members= inner= parents=' ' tree=
  while [ -n "$todo_" ]; do
    set -- $todo_
    pid_=$1
    shift
    todo_=$*
    stat "$pid_" || continue
    if [ "$group" = "$fore" ]; then
      [ "$state" = Z ] && [ "$threads" -le 1 ] || { members="$members $pid_"; parents="$parents$parent "; }
    elif [ "$session" != "$leader" ] && [ "$device" != 0 ]; then
      inner=${inner:-$pid_}
      continue
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
  for file_ in /proc/[0-9]*/stat; do
    pid_=${file_#/proc/} pid_=${pid_%/stat}
    stat "$pid_" && [ "$group" = "$fore" ] && [ "$state" != Z ] && members="$members $pid_"
  done
}

# How much a wait says: PID TID; the best of all decides.
rank() {
  sure_=1
  [ "$main" = "$2" ] || sure_=0
  [ -z "$beside" ] || sure_=0
  [ $time = -1 ] || { [ $time -gt 1000 ] && [ $call != epoll ]; } || sure_=0
  rank_=$((sure_ * 8))
  { [ $time -ge 0 ] && [ $time -le 250 ]; } || rank_=$((rank_ + 4))
  [ "$main" != "$2" ] || rank_=$((rank_ + 2))
}

# Looks at every member. Sets what the best wait is, and how many others run or are stopped.
survey() {
  best=-1 running=0 stopped=0 count=0 opaque= ring_= awake= sockets= napper= restless= bwork=
  for member in $members; do
    stat "$member" || continue
    count=$((count + 1))
    case $state in T | t) stopped=$((stopped + 1)); continue ;; esac
    mine_=-1 others_=0 ran_= sleeps_= main=$member
    for task_ in "/proc/$member/task/"*; do
      tid_=${task_##*/}
      thread "$member" "$tid_"
      # Whose end the main thread awaits stands for it; such a wait compares that thread's number.
      if [ "$tid_" = "$member" ] && [ -n "$join_" ] && [ -d "/proc/$member/task/$join_" ]; then main=$join_; fi
      long_=1
      if [ "$tid_" != "$member" ] && [ "$tid_" = "$main" ] && [ -n "$until_" ]; then
        sleep_=1
        lasts "$member" $until_
        [ $left_ -gt 1500 ] || long_=
      fi
      if [ -n "$hidden" ]; then opaque=$member; [ "$state" = S ] || awake=1; continue; fi
      if [ -n "$on" ]; then
        rank "$member" "$tid_"
        if [ $rank_ -gt $mine_ ]; then
          [ $mine_ = -1 ] || others_=1
          mine_=$rank_ mcall=$call mtid=$tid_ mfull=$full mbeside=$beside mtime=$time mrelays=$relays msure=$sure_
        else
          others_=1
        fi
      elif [ -n "$busy" ]; then
        case $beside in *socket*) sockets=1 ;; esac
        others_=1
        [ "$busy" = 1 ] || ran_=1
        if [ -z "$sleep_$until_" ]; then restless=1; elif [ "$tid_" = "$main" ] && [ -n "$sleep_" ]; then sleeps_=$long_ napper=$tid_; fi
      fi
    done
    if [ $mine_ = -1 ]; then [ -z "$ran_" ] || running=$((running + 1)); continue; fi
    [ "$others_" = 0 ] || { msure=0 mine_=$((mine_ & 7)) mbeside="$mbeside thread:other-running"; }
    [ "$mtid" = "$main" ] || mbeside="$mbeside thread:not-main"
    if [ $mine_ -gt $best ]; then
      best=$mine_ who=$member bcall=$mcall btid=$mtid bfull=$mfull bbeside=$mbeside btime=$mtime brelays=$mrelays bsure=$msure
      bwork=
      [ -z "$ran_" ] || bwork=work:thread
      [ -z "$sleeps_" ] || [ "$btid" = "$main" ] || bwork=work:sleep
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

# A server that carries the terminal no further asks itself, as an editor's does. True when it waits.
lone() {
  thread "$lone" "$lone"
  [ -n "$on" ] || { [ -d "/proc/$lone" ] || lone=; return 1; }
  doing=waiting grade=soft who=$lone btid=$lone bcall=$call bbeside= bwork= brief= tree=
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
      [ $best != -1 ] || [ -z "$sockets" ] || handed
      [ $best != -1 ] || signalled
    fi
    if [ $best = -1 ] && [ -n "$server" ] && [ $level = 0 ]; then
      alone_=$server lone=
      serve && continue
      lone=$alone_
    fi
    if [ $best = -1 ] && [ -n "$lone" ] && [ $level = 0 ]; then
      lone && return
    fi
    if [ $best = -1 ]; then
      if [ $count -gt 0 ] && [ $stopped = $count ]; then doing=working why=kernel:stopped; return; fi
      if [ -n "$opaque" ] && [ -z "$awake" ]; then opaque; return; fi
      if [ -n "$told" ] && [ $running = 0 ] && [ -z "$restless" ] && [ -d "/proc/$told" ]; then
        doing=waiting grade=soft why='kernel:signal(tty)' who=$told btid=$told bcall=signal bbeside= bwork= brief=
        return
      fi
      if [ -n "$ring_" ]; then doing=waiting grade=soft why=kernel:io_uring who=$fore btid=$fore brief=; return; fi
      doing=working
      if [ $running -gt 0 ]; then why=kernel:running; else why=kernel:blocked; fi
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
  case $parents in *" $who "*) [ $bcall = read ] || { bsure=0 bbeside="$bbeside process:child"; } ;; esac
  [ -z "$doubt" ] || bsure=0
  [ $running = 0 ] || { bsure=0 bbeside="$bbeside process:other-running"; }
  [ -n "$brelays" ] && [ -z "$relay" ] && { bsure=0 bbeside="$bbeside kernel:ptmx"; }
  [ "$bsure" = 0 ] || grade=hard
  brief=
  if [ "$btime" -ge 0 ] && [ "$btime" -le 250 ]; then brief=$btime; fi
  if [ "$btime" = -1 ]; then why="kernel:$bcall(tty)$bbeside$relay"; else why="kernel:$bcall(tty,timeout)$bbeside$relay"; fi
}

# Whether a process that the reader has started works: it runs, sleeps, or waits for another host.
works() {
  stat "$1" || return 1
  case $state in R | D) return 0 ;; Z) return 1 ;; esac
  nr_=
  read -r nr_ a1_ _ a3_ _ <"/proc/$1/syscall"
  # Whose end the main thread awaits stands for it.
  if [ "$nr_" = "$futex" ] && [ -d "/proc/$1/task/$((a3_))" ]; then
    read -r nr_ a1_ a2_ _ a4_ _ <"/proc/$1/task/$((a3_))/syscall"
    if [ "$nr_" = "$futex" ] && [ $((a4_)) != 0 ]; then
      lasts "$1" $((a4_)) $((a2_))
      [ $left_ -gt 1500 ]
      return
    fi
  fi
  [ "$nr_" != running ] || return 0
  case $naps in *" ${nr_:--} "*) return 0 ;; esac
  case $reads in *" ${nr_:--} "*) ;; *) return 1 ;; esac
  socket_=$(readlink "/proc/$1/fd/$((a1_))")
  case $socket_ in 'socket:['*) socket_=${socket_#*[} socket_=${socket_%]} ;; *) return 1 ;; esac
  ! kin "$1" "$parent" "$socket_" && [ -n "$there_" ]
}

# Whether a connection of a process leads to its parent, who then is whom it waits for: PID PARENT SOCKET.
# Sets there_ when it is a connection by TCP at all.
kin() {
  there_= ends_=
  for table_ in tcp tcp6; do
    while read -r _ local_ remote_ _ _ _ _ _ _ node_ _; do
      [ "$node_" != "$3" ] || there_="${remote_##*:} ${local_##*:}"
    done <"/proc/$1/net/$table_"
  done
  [ -n "$there_" ] || return 1
  case $known_ in *" $3+ "*) return 0 ;; *" $3- "*) return 1 ;; esac
  for table_ in tcp tcp6; do
    while read -r _ local_ remote_ _ _ _ _ _ _ node_ _; do
      [ "${local_##*:} ${remote_##*:}" != "$there_" ] || ends_="$ends_ $node_"
    done <"/proc/$1/net/$table_"
  done
  held_=$(ls -l "/proc/$2/fd")
  for end_ in $ends_; do
    case $held_ in *"socket:[$end_]"*) known_="$known_$3+ "; return 0 ;; esac
  done
  known_="$known_$3- "
  return 1
}

# Whether a connection of a process owes it an answer: what was sent last was sent after what was received.
# Only a tool can tell; where it is missing, nothing is said.
owes() {
  for fd_ in "/proc/$1/fd/"*; do
    [ -S "$fd_" ] || continue
    socket_=$(readlink "$fd_") socket_=${socket_#*[} socket_=${socket_%]}
    while read -r _ local_ _ st_ _ _ _ _ _ node_ _; do
      [ "$node_" = "$socket_" ] || continue
      [ "$st_" != 02 ] || return 0 # it is being made
      [ "$st_" = 01 ] || continue
      sent_= received_= out_= in_=
      for word_ in $(ss -Htin "sport = :$((0x${local_##*:}))"); do
        case $word_ in
        lastsnd:*) sent_=${word_#*:} ;;
        lastrcv:*) received_=${word_#*:} ;;
        data_segs_out:*) out_=1 ;;
        data_segs_in:*) in_=1 ;;
        esac
      done
      if [ -n "$out_" ] && { [ -z "$in_" ] || [ $((sent_ + 4)) -lt "$received_" ]; }; then return 0; fi
    done <"/proc/$1/net/tcp"
  done
  return 1
}

# What else of its own the reader is about: sets work. Only a wait that is not sure is looked at so.
pursuits() {
  work=$bwork below_=" $who "
  [ -z "$work" ] || return
  for branch_ in $tree; do
    [ "${branch_%:*}" != "$who" ] || continue
    case $below_ in
    *" ${branch_#*:} "*)
      below_="$below_${branch_%:*} "
      if works "${branch_%:*}"; then work=work:process; return; fi ;;
    esac
  done
  case $bbeside$sockets in *kernel:socket* | *1) ! owes "$who" || work=work:request ;; esac
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
  doing=waiting grade=soft who=$opaque btid=$opaque brief= why=kernel:opaque
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
  set -- $(stty -a -F "$tty")
  case " $* " in *' -icanon '*) mode=key ;; *) mode=line ;; esac
  secret=
  case " $* " in *' -echo '*) [ $mode = key ] || secret=1 ;; esac
  tenths=0
  while [ $# -gt 2 ]; do
    case $1$2 in time=) tenths=${3%;} ;; min=) [ "${3%;}" = 0 ] || least=1 ;; esac
    shift
  done
}

# --- answering -----------------------------------------------------------------------------------

said=
working() {
  [ "$said" = "$why" ] || echo "working $why"
  said=$why
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
  if [ -n "$BASH_VERSION" ] && read -t 0 <"$tty"; then looping=; why=kernel:input-unread; working; return 1; fi
  if [ $grade = soft ] && ! { [ "$bcall" = read ] && [ "$who" = "$btid" ] && [ $mode = line ]; }; then
    pursuits
    if [ -n "$work" ]; then
      # Work may go on for ever beside a question; who waits long enough is told of both.
      now
      [ "$pursued" = "$who $work" ] || pursued="$who $work" pursuedsince=$now
      if [ $((now - pursuedsince)) -lt 15000 ]; then why="$why $work"; working; return 1; fi
      why="$why $work"
    else
      pursued=
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
    read -r ran_ queued_ _ <"/proc/$btid/schedstat"
    while read -r key_ value_; do
      [ "$key_" != wchar: ] || one_="$one_ $value_"
    done <"/proc/$who/io"
    now
    if [ "$looping" != "$one_" ]; then looping=$one_ since=$now ranthen=$ran_ queuedthen=$queued_; why=kernel:blocked; working; return 1; fi
    spent_=$((now - since))
    [ $spent_ -gt $((brief + 5)) ] || return 1
    # Time in which it got no processor is not its own.
    own_=$((spent_ - (queued_ - queuedthen) / 1000000))
    if [ $(((ran_ - ranthen) / 10000)) -gt $((own_ * 30)) ]; then looping=; why=kernel:running; working; return 1; fi
    grade=soft why="$why kernel:again"
  else
    looping=
    was_=$why
    leader=$first tty=$out
    look
    [ "$who $btid $bcall $doing $grade" = "$one_" ] || { why=kernel:running; working; return 1; }
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
  now
  until=$((now + $2)) rest=1 looks=0 looping= typed=$3 unread= calm=
  while :; do
    if answer "$1"; then line=; return; fi
    looks=$((looks + 1))
    [ $looks -lt 20 ] || rest=5
    [ $looks -lt 60 ] || rest=20
    if pause $rest; then return; fi
    now
    [ "$now" -lt "$until" ] || { line=; echo "none $1"; return; }
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
  echo "ended $count"
}

echo ready
line= begun= looks=0 server= lone= told= last= napping= napmode= pursued=
while :; do
  [ -n "$line" ] || { IFS= read -r line && line=$begun$line begun=; } || exit 0
  set -- $line
  line=
  case $1 in
  aim) first=$2 out=$3 begin=$4 id=$5; [ "$first" != 0 ] || search || { echo blind; exit 0; } ;;
  ask) ask "$2" "$3" "$4" ;;
  signal) stat "$first" && kill -s "$2" -- "-$front" ;;
  end) grace=$2; end ;;
  esac
done
