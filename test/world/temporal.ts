import path from 'node:path';
import getPort from 'get-port';
import { connectWhenHealthy, findTemporal, type LocalTemporal, startTemporal } from '../../src/embedded/temporal';

/**
 * The Temporal namespace of a process of jest, this one unless another is stated. Demo stores have the same ids: two
 * files at once would end each other's workflows.
 */
export const temporalNamespaceOf = (jestWorker = process.env.JEST_WORKER_ID ?? '1'): string => `tests-${jestWorker}`;

interface ServerOptions {
  /** For its log and, unless `inMemory`, its data: the same folder goes on with the same runs. */
  readonly folder: string;
  readonly port?: number;
  readonly durable?: boolean;
  readonly inMemory?: boolean;
  readonly namespaces?: readonly string[];
}

/** A Temporal server that answers calls: it opens its port a moment before its frontend is healthy. */
export async function startTestTemporal(options: ServerOptions): Promise<LocalTemporal> {
  const { folder, port, durable = false, inMemory = false, namespaces = [temporalNamespaceOf()] } = options;
  const { binary } = await findTemporal({ progress: (line) => process.stdout.write(`${line}\n`) });
  const startAt = (at: number): Promise<LocalTemporal> =>
    startTemporal({
      binary,
      dataFile: inMemory ? undefined : path.join(folder, 'temporal.db'),
      logFile: path.join(folder, 'temporal.log'),
      port: at,
      ui: undefined,
      namespaces,
      durable,
    });
  // A port that was free may be taken before the server listens there.
  const elsewhere = async (error: Error): Promise<LocalTemporal> => {
    if (port !== undefined || !/address already in use/.test(error.message)) throw error;
    return startAt(await getPort());
  };
  const server = await startAt(port ?? (await getPort())).catch(elsewhere);
  try {
    await (await connectWhenHealthy(server.address)).close();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}
