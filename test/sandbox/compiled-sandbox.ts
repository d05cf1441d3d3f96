import type { SandboxState } from '../../src/kernel/declaration/sandbox';
import { type CompiledProgram, readyOf, startCompiled } from '../world/compiled';

/** The program `sandbox` as it is shipped. @param folder of its own, which others may pass through */
export async function startCompiledSandbox(
  folder: string,
  driver: 'bubblewrap' | 'builtin',
): Promise<CompiledProgram & { readonly state: SandboxState }> {
  const started = startCompiled('sandbox/main.js', {
    env: {
      PATH: process.env.PATH,
      TEZGAH_DATA: folder,
      TEZGAH_SANDBOX_FOLDER: folder,
      TEZGAH_SANDBOX: driver,
      LOG_LEVEL: 'silent',
    },
  });
  return { ...started, state: await readyOf<SandboxState>(started) };
}
