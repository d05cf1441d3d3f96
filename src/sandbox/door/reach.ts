const CHARACTERS = /^[\x21-\x7e]{1,8192}$/;
const REACHED = /^\/(?:v1\/|mcp(?:$|\/))/;
/** A part of `/v1/` is closed: who logs in there acts as an owner. */
const CLOSED = 'auth';
/** A dot or two, a separator, or what a reader of the path may take for the end of it. */
const ASTRAY = /^\.{0,2}$|[/\\;\0]/;

/** True if a command may ask for it: what stands below `/v1/` and `/mcp`, in the one spelling that all readers read alike. */
export function isReachable(url: string): boolean {
  if (!CHARACTERS.test(url)) return false;
  const [path = ''] = url.split(/[?#]/, 1);
  if (!REACHED.test(path)) return false;
  const [, ...below] = path.slice(1).split('/').map(decoded);
  return below.every(isPlain) && below[0]?.toLowerCase() !== CLOSED;
}

/** A segment that is encoded twice would come out one step further on. */
const isPlain = (segment: string | undefined): boolean =>
  segment !== undefined && !ASTRAY.test(segment) && !/%[0-9a-f]{2}/i.test(segment);

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
