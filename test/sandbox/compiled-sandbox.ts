import type { SandboxState } from '../../src/kernel/declaration/sandbox';
import { type CompiledProgram, readyOf, startCompiled } from '../world/compiled';

/** A program `sandbox` that is ready. */
export interface CompiledSandbox extends CompiledProgram {
  readonly state: SandboxState & { readonly port?: number };
}

/** The program `sandbox` as it is shipped. @param folder of its own, which others may pass through @param more settings */
export async function startCompiledSandbox(
  folder: string,
  driver: 'bubblewrap' | 'builtin',
  more: Readonly<Record<string, string>> = {},
): Promise<CompiledSandbox> {
  const started = startCompiled('sandbox/main.js', {
    env: {
      PATH: process.env.PATH,
      TEZGAH_DATA: folder,
      TEZGAH_SANDBOX_FOLDER: folder,
      TEZGAH_SANDBOX: driver,
      LOG_LEVEL: 'silent',
      ...more,
    },
  });
  return { ...started, state: await readyOf<CompiledSandbox['state']>(started) };
}
