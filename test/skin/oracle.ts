/** The part of lightningcss that tests use. The build of the panel brings it; where it is not there, nothing is compared. */
interface Lightning {
  transform(options: {
    filename: string;
    code: Uint8Array;
    analyzeDependencies: true;
    errorRecovery: true;
    visitor: unknown;
  }): {
    readonly dependencies?: readonly { readonly type: string; readonly url: string }[];
  };
}

const lightning = found();

function found(): Lightning | undefined {
  try {
    return require('lightningcss') as Lightning;
  } catch {
    return undefined;
  }
}

/** Whether another parser is there to compare with. */
export const hasOracle = lightning !== undefined;

/** Addresses, imports and unknown rules that another parser finds in a style sheet; a sheet that it cannot read is one of them. */
export function oracle(css: string): readonly string[] {
  if (!lightning) return [];
  const unknown: string[] = [];
  try {
    const { dependencies = [] } = lightning.transform({
      filename: 'skin.css',
      code: Buffer.from(css),
      analyzeDependencies: true,
      // A browser leaves out what it cannot read, and reads on.
      errorRecovery: true,
      visitor: {
        Rule: {
          unknown: ({ name }: { name: string }) => void unknown.push(`@${name}`),
          custom: ({ name }: { name: string }) => void unknown.push(`@${name}`),
        },
        Url: ({ url }: { url: string }) => void unknown.push(url),
      },
    });
    return [...unknown, ...dependencies.map(({ type, url }) => `${type} ${url}`)];
  } catch (error) {
    return [`unread: ${(error as Error).message}`];
  }
}
