import { type CompiledProgram, startCompiled } from './compiled';
import type { World } from './world';

export type CompiledWorker = CompiledProgram;

/** Settings by which a program finds what a world has. */
export const environmentOf = ({ config }: World, more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: config.databaseUrl,
  TEMPORAL_ADDRESS: config.temporalAddress,
  TEMPORAL_NAMESPACE: config.temporalNamespace,
  TEZGAH_TASK_QUEUE: config.taskQueue,
  TEZGAH_SECRET_KEY: config.secretKeys.map((key) => key.toString('base64')).join(),
  TEZGAH_DATA: config.dataFolder,
  TEZGAH_TRENDYOL_URL: String(config.providers.trendyol?.url),
  LOG_LEVEL: 'silent',
  ...more,
});

/**
 * The worker as it is shipped.
 * @param preload a program that Node runs before it
 * @param environment settings besides where the world is
 */
export const startCompiledWorker = (
  world: World,
  { preload, environment = {} }: { readonly preload?: string; readonly environment?: Record<string, string> } = {},
): CompiledWorker => startCompiled('worker.js', { preload, env: environmentOf(world, environment) });
