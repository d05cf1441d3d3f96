import { type AddressInfo, connect, createServer } from 'node:net';
import { noteOpen } from './open-things';

/** A port that is known before the program behind it has one of its own. */
export interface Door {
  readonly port: number;
  leadTo(port: number): void;
  close(): Promise<void>;
}

export async function openDoor(): Promise<Door> {
  let behind = 0;
  const door = createServer((near) => {
    const far = connect(behind, '127.0.0.1');
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as AddressInfo;
  const close = noteOpen(async () => void door.close());
  return {
    port,
    leadTo(port) {
      behind = port;
    },
    async close() {
      await close();
    },
  };
}
