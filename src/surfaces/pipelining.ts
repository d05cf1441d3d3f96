import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Limit of the requests that may stand behind an unanswered one before its connection ends without the answer. */
const BEHIND_MAX = 16;

interface UnderWay {
  readonly response: ServerResponse;
  behind: number;
}

/**
 * Answers one request of a connection at a time. A request behind an unanswered one is not looked at, and the connection ends with that
 * answer: clients that pipeline know how to send the rest again. Node would begin all of them at once, and a few megabytes of them are the
 * memory and the time of everybody else.
 */
export function oneAtATime(answer: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, UnderWay>();
  return (request, response) => {
    const { socket } = request;
    const underWay = connections.get(socket);
    if (underWay) {
      endAfter(underWay, socket);
      return;
    }
    const begun: UnderWay = { response, behind: 0 };
    connections.set(socket, begun);
    response.once('finish', () => {
      if (begun.behind === 0) connections.delete(socket);
    });
    answer(request, response);
  };
}

function endAfter(underWay: UnderWay, socket: Socket): void {
  const { response } = underWay;
  underWay.behind += 1;
  if (underWay.behind > BEHIND_MAX) socket.destroy();
  else if (underWay.behind === 1) {
    if (!response.headersSent) response.setHeader('Connection', 'close');
    response.once('finish', () => socket.destroySoon());
  }
}
