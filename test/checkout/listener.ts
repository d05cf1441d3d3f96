import { type Enclave, openEnclave } from '../../src/enclave';
import { hookThread } from '../world/hook-thread';
import { noteOpen } from '../world/open-things';
import { createWorld, type World } from '../world/world';

export const SERVICE_KEY = 'k'.repeat(43);

export interface Said {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what is answered
  readonly body: any;
}

/** The listener of storefronts in a world of its own. It is strict: an answer that its step does not declare is a 500. */
export interface Listener {
  readonly world: World;
  readonly enclave: Enclave;
  /** @param path behind the store */
  get(path: string, headers?: Record<string, string>, storeId?: string): Promise<Said>;
  close(): Promise<void>;
}

export async function openListener(options: Parameters<typeof createWorld>[0] = {}): Promise<Listener> {
  const environment = { TEZGAH_CHECKOUT_PORT: '0', TEZGAH_CHECKOUT_KEY: SERVICE_KEY, ...options.environment };
  const world = await createWorld({ ...options, environment });
  const enclave = (await openEnclave(world.platform, world.config, world.platform.log, hookThread())) as Enclave;
  const stop = noteOpen(() => enclave.stop());
  return {
    world,
    enclave,
    async get(path, headers = {}, storeId = world.storeId) {
      const response = await fetch(`${enclave.url}/stores/${storeId}${path}`, {
        headers: { Authorization: `Bearer ${SERVICE_KEY}`, ...headers },
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) };
    },
    async close() {
      await stop();
      await world.close();
    },
  };
}
