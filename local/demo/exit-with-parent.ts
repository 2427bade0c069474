/**
 * A shell script whose arguments are a program and its own arguments, and whose standard input is a
 * pipe of ours. The shell becomes the program (so its pid is ours to signal), after leaving a watcher
 * that ends it once our end of the pipe closes: even a SIGKILL of us leaves nothing running.
 */
export const EXIT_WITH_PARENT = `
exec 3<&0
(cat <&3; kill -9 $$) >/dev/null 2>&1 &
exec 3<&-
exec "$@" </dev/null`;
