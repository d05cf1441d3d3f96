import { NativeConnection } from '@temporalio/worker';
import { quietRuntime } from './worker';
import { testServices } from './world';

/** What a case has to itself. */
interface Closable {
  close(): Promise<void>;
}

type Case<Given> = (name: string, work: (given: Given) => Promise<void>, timeoutMs?: number) => void;

/**
 * Cases that rest for most of their time, as jobs do between their tries: five of them run at a time, each with what `open` makes for
 * it alone.
 * @returns what stands in the place of `test` in the `describe` that it is called in
 */
export function sideBySide<Given extends Closable>(open: () => Promise<Given>): Case<Given>;
/** Cases that make what they need themselves. */
export function sideBySide(): Case<Closable>;
export function sideBySide(open = async (): Promise<Closable> => ({ close: async () => {} })): Case<Closable> {
  let held: NativeConnection;
  // Temporal's runtime ends with the last of its workers, and here one ends while another begins.
  beforeAll(async () => {
    quietRuntime();
    held = await NativeConnection.connect({ address: testServices().temporalAddress });
  });
  afterAll(() => held?.close());
  return (name, work, timeoutMs) =>
    test.concurrent(
      name,
      async () => {
        const given = await open();
        try {
          await work(given);
        } finally {
          await given.close();
        }
      },
      timeoutMs,
    );
}
