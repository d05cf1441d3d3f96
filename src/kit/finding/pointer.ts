/** A pointer to a part: `at('/nodes', 'sec_1', 'props')`. */
export const at = (pointer: string, ...parts: readonly (string | number)[]): string =>
  parts.reduce<string>(
    (whole, part) => `${whole}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    pointer,
  );
