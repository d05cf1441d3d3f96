import { SMTPServer } from 'smtp-server';
import { type Agents, worldWithAgents } from './agents';

interface Inbox {
  readonly url: string;
  /** Message-ID and text of every mail that was taken. */
  readonly taken: { readonly id: string; readonly to: string; readonly text: string }[];
  readonly refused: () => number;
  close(): Promise<void>;
}

/** A mail server that refuses as many mails as it is told to, at their last line, before it takes one. */
async function openInbox(refusals: number): Promise<Inbox> {
  const taken: Inbox['taken'] = [];
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refused < refusals) {
          refused += 1;
          return callback(Object.assign(new Error('try again later'), { responseCode: 451 }));
        }
        const mail = Buffer.concat(chunks).toString();
        taken.push({
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

describe('the mail that tells the owner of a proposal, over SMTP', () => {
  let inbox: Inbox;
  let agents: Agents;
  const open = async (refusals: number): Promise<void> => {
    inbox = await openInbox(refusals);
    agents = await worldWithAgents({
      environment: { SMTP_URL: inbox.url, TEZGAH_PUBLIC_URL: 'https://panel.example.com' },
    });
    await agents.startWorker();
  };
  afterEach(async () => {
    await agents.close();
    await inbox.close();
  });

  interface Row {
    readonly id: string;
    readonly state: string;
    readonly lastError: string | null;
  }
  const mails = () =>
    agents.world.database
      .reader(agents.world.storeId)
      .query<Row>('SELECT id, state, last_error AS "lastError" FROM mail');
  async function submitted(): Promise<string> {
    const { proposalId } = await agents.propose('catalog.product.create', { title: 'Cezve', price: 100 });
    await agents.submit(proposalId);
    return proposalId;
  }
  const until = async (fits: (mail: Row) => boolean): Promise<Row> => {
    for (;;) {
      const [mail] = await mails();
      if (mail && fits(mail)) return mail;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };

  test('a refusal is tried again, and one mail arrives', async () => {
    await open(1);
    const proposalId = await submitted();
    const waiting = await until(({ lastError }) => lastError !== null);
    expect(waiting).toMatchObject({ state: 'queued', lastError: expect.stringContaining('try again later') });
    const { id } = await until(({ state }) => state === 'sent');
    expect(await agents.world.platform.temporal.workflow.getHandle(`mail/${id}`).result()).toBe('sent');
    expect(inbox.refused()).toBe(1);
    expect(inbox.taken).toMatchObject([{ id: `<${id}@tezgah>`, to: agents.world.email }]);
    expect(inbox.taken[0]?.text).toContain('https://panel.example.com/panel/proposals/');
    expect(await mails()).toMatchObject([{ state: 'sent', lastError: null }]);
    expect((await agents.get(proposalId)).state).toBe('submitted');
  });

  test('one that was taken while its note was lost comes again under the same Message-ID, and not a third time', async () => {
    await open(0);
    await agents.world.sql(`
      CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'lost'; END $$;
      CREATE TRIGGER lose BEFORE UPDATE ON mail FOR EACH ROW WHEN (NEW.state = 'sent') EXECUTE FUNCTION lose()`);
    await submitted();
    while (inbox.taken.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await agents.world.sql('DROP TRIGGER lose ON mail');
    const { id } = await until(({ state }) => state === 'sent');
    expect(await agents.world.platform.temporal.workflow.getHandle(`mail/${id}`).result()).toBe('sent');
    expect(inbox.taken.map((mail) => mail.id)).toEqual([`<${id}@tezgah>`, `<${id}@tezgah>`]);
  });
});
