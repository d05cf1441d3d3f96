import { parentPort } from 'node:worker_threads';
import { ownThread } from '../../kernel/process/own-time';
import { fault } from './fault';
import { type Gated, gated } from './gate';
import type { FromThread, GateRequest } from './messages';

/* The program of a thread that looks at style sheets, one at a time. */

const tell = (message: FromThread): void => parentPort?.postMessage(message);

function passGate({ css, bytesMax }: GateRequest): Gated {
  try {
    return gated(css, bytesMax);
  } catch (error) {
    // A parser that goes too deep has met a style sheet that nobody wrote for people.
    return { faults: [fault('css_syntax', error instanceof Error ? error.message : 'unreadable')] };
  }
}

parentPort?.on('message', (asked: GateRequest) => tell({ kind: 'found', gated: passGate(asked) }));
tell({ kind: 'ready', thread: ownThread() });
