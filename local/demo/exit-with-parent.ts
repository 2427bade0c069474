/**
 * A shell script that runs its arguments as a program, and kills it when its standard input, a pipe
 * from us, closes: even if we are killed with SIGKILL, the program does not keep running. The shell
 * execs the program, so that its pid can be signalled.
 */
export const EXIT_WITH_PARENT = `
exec 3<&0
(cat <&3; kill -9 $$) >/dev/null 2>&1 &
exec 3<&-
exec "$@" </dev/null`;
