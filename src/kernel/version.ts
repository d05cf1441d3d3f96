/** Compares two semantic versions without pre-release. Below 0: `left` comes first. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split('.').map(Number)) as [number[], number[]];
  const differs = a.findIndex((part, place) => part !== b[place]);
  return differs < 0 ? 0 : (a[differs] as number) - (b[differs] as number);
}
