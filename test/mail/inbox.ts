import { SMTPServer } from 'smtp-server';

export interface Inbox {
  readonly url: string;
  /** Every mail that was taken. */
  readonly taken: {
    readonly id: string;
    readonly to: string;
    readonly text: string;
    /** Its head, in which long fields go on in the line of their name. */
    readonly head: string;
  }[];
  readonly refused: () => number;
  close(): Promise<void>;
}

/**
 * A mail server that refuses as many mails as it is told to, at their last line, before it takes one.
 * @param held those that it refuses hear of it after that
 */
export async function openInbox(refusals: number, held: Promise<void> = Promise.resolve()): Promise<Inbox> {
  const taken: Inbox['taken'] = [];
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refused < refusals) {
          refused += 1;
          await held;
          const told = session.envelope.rcptTo.map(({ address }) => address).join();
          return callback(Object.assign(new Error(`try again later, ${told.toUpperCase()}`), { responseCode: 451 }));
        }
        const mail = Buffer.concat(chunks).toString();
        const head = mail.slice(0, mail.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
        taken.push({
          head,
          id: /^Message-ID: (.*)\r$/im.exec(mail)?.[1] ?? '',
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          // Without the soft breaks of quoted-printable.
          text: mail.slice(mail.indexOf('\r\n\r\n')).replaceAll('=\r\n', ''),
        });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    refused: () => refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
