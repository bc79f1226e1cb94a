#!/bin/sh
# A program that can only be used in turns: it thinks of a number and says whether a guess is too low or too high.
number=$(($(od -An -N2 -tu2 /dev/urandom) % 1000 + 1))
echo 'I think of a number from 1 to 1000.'
tries=0
while printf 'Your guess? ' && read -r guess; do
  tries=$((tries + 1))
  case $guess in
    '' | *[!0-9]*) echo 'That is no number.' ;;
    *)
      if [ "$guess" -lt "$number" ]; then
        echo 'Too low.'
      elif [ "$guess" -gt "$number" ]; then
        echo 'Too high.'
      else
        echo "Right, after $tries guesses."
        exit 0
      fi
      ;;
  esac
done
