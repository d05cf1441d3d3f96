/** Names of this machine, as a URL has them: a page whose name was rebound to it names itself otherwise. */
export const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @param host as a request states it, with or without a port */
export function isLocal(host: string | undefined): boolean {
  const asked = `http://${host ?? ''}`;
  return URL.canParse(asked) && LOCAL_NAMES.has(new URL(asked).hostname);
}
