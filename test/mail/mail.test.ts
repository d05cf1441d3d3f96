import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createMailActivities } from '../../activities/mail.delivery';
import { createRetentionActivities } from '../../activities/retention.sweep';
import type { Principal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import { mailDelivery } from '../../src/mail/contract';
import { findMail, insertMail } from '../../src/mail/store';
import { mailWork } from '../../src/mail/work';
import { orderOf } from '../order/session';
import { type Agents, mintAgent, worldWithAgents } from '../proposal/agents';
import { outsideOfWorker } from '../world/activity';
import { startCompiledWorker } from '../world/compiled-worker';
import { eventually } from '../world/eventually';
import { slowTest } from '../world/slow-test';
import { type Inbox, openInbox } from './inbox';

describe('the mail that tells the owner of a proposal, over SMTP', () => {
  let inbox: Inbox;
  let agents: Agents;
  const openIdle = async (refusals: number, held?: Promise<void>): Promise<void> => {
    inbox = await openInbox(refusals, held);
    agents = await worldWithAgents({
      environment: { SMTP_URL: inbox.url, TEZGAH_PUBLIC_URL: 'https://panel.example.com' },
    });
  };
  const open = async (refusals: number): Promise<void> => {
    await openIdle(refusals);
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
    const handle = agents.world.platform.temporal.workflow.getHandle(`mail/${id}`);
    expect(await handle.result()).toBe('sent');
    expect(inbox.refused()).toBe(1);
    const kept = [waiting.lastError, JSON.stringify(await handle.fetchHistory())].join(' ').toLowerCase();
    expect(kept).toContain('try again later, ‹address›');
    expect(kept).not.toContain(agents.world.email.toLowerCase());
    expect(inbox.taken).toMatchObject([{ id: `<${id}@localhost>`, to: agents.world.email }]);
    expect(inbox.taken[0]?.text).toContain('https://panel.example.com/panel/proposals/');
    expect(await mails()).toMatchObject([{ state: 'sent', lastError: null }]);
    expect((await agents.get(proposalId)).state).toBe('submitted');
  });

  slowTest(
    'one whose worker is killed at a slow server is sent by the next one seconds later, and by nobody else before',
    async () => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await openIdle(1, held);
      const { SMTP_URL, TEZGAH_PUBLIC_URL } = { SMTP_URL: inbox.url, TEZGAH_PUBLIC_URL: 'https://panel.example.com' };
      const doomed = startCompiledWorker(agents.world, { environment: { SMTP_URL, TEZGAH_PUBLIC_URL } });
      try {
        await submitted();
        await eventually(() => inbox.refused() === 1);
        // It works, as it says: no other attempt begins, however slow the server is.
        await new Promise((resolve) => setTimeout(resolve, 9_000));
        const [mail] = await mails();
        const handle = agents.world.platform.temporal.workflow.getHandle(`mail/${mail?.id}`);
        const { raw } = await handle.describe();
        expect(raw.pendingActivities?.map(({ attempt }) => attempt)).toEqual([1]);
      } finally {
        await doomed.kill();
        release();
      }
      const killedMs = Date.now();
      await agents.startWorker();
      await until(({ state }) => state === 'sent');
      // Six seconds of silence, two until the next try, and as many to start.
      expect(Date.now() - killedMs).toBeLessThan(25_000);
      expect(inbox.taken).toHaveLength(1);
    },
  );

  /** A mail of which nobody is told how it is held back or gathered. */
  async function delivered(): Promise<string> {
    const { database, storeId, platform, config } = agents.world;
    const [owner] = await database.reader(storeId).query<{ id: string }>('SELECT id FROM owner_account');
    const mailId = `mal_${newUlid()}`;
    const fresh = {
      id: mailId,
      tokenId: null,
      ownerId: (owner as { id: string }).id,
      at: new Date(),
      dueAt: null,
      written: { subject: 'Merhaba', text: 'Merhaba' },
    };
    await database.transaction(storeId, async (tx) => ({ keep: true, value: await insertMail(tx, storeId, fresh) }));
    await platform.temporal.workflow.start(mailDelivery.name, {
      workflowId: mailDelivery.workflowId(mailId),
      taskQueue: config.taskQueue,
      args: [{ storeId, mailId }],
    });
    return mailId;
  }

  slowTest(
    'servers that accept and say nothing keep nobody else from their work, and the owner sees why nothing arrives',
    async () => {
      const sockets: Socket[] = [];
      const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      inbox = await openInbox(0);
      agents = await worldWithAgents({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
      await agents.startWorker();
      const { world } = agents;
      // More than a worker does at once.
      for (let number = 0; number < 12; number += 1) await delivered();
      // As many as are sent at once are waiting for the server's first word now.
      let held = 0;
      do {
        held = sockets.length;
        await new Promise((resolve) => setTimeout(resolve, 2_000));
      } while (held === 0 || held < sockets.length);
      const last = await delivered();
      const isReady = async () => {
        const { raw } = await world.platform.temporal.workflow.getHandle(`mail/${last}`).describe();
        return raw.pendingActivities?.[0]?.activityType?.name === 'deliverMail';
      };
      // The worker that does everything else also does the work that comes before a mail leaves.
      await eventually(isReady, 5_000);
      await eventually(async () => (await mails()).some(({ lastError }) => lastError !== null), 25_000);
      expect(await mails()).toContainEqual({
        id: expect.any(String),
        state: 'queued',
        lastError: expect.stringContaining('Greeting never received'),
      });
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
    },
  );

  test('one that was taken while its note was lost comes again under the same Message-ID, and not a third time', async () => {
    await open(0);
    await agents.world.sql(`
      CREATE SEQUENCE notes;
      GRANT USAGE ON notes TO PUBLIC;
      CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('notes') = 1 THEN RAISE EXCEPTION 'lost'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER lose BEFORE UPDATE ON mail FOR EACH ROW WHEN (NEW.state = 'sent') EXECUTE FUNCTION lose()`);
    await submitted();
    const { id } = await until(({ state }) => state === 'sent');
    expect(await agents.world.platform.temporal.workflow.getHandle(`mail/${id}`).result()).toBe('sent');
    expect(inbox.taken.map((mail) => mail.id)).toEqual([`<${id}@localhost>`, `<${id}@localhost>`]);
  });

  const oneMail = async () => {
    await submitted();
    const { id: mailId } = await until(() => true);
    const { platform, storeId } = agents.world;
    return { mail: { storeId, mailId }, activities: createMailActivities(platform) };
  };

  test('what was sent stays sent, whatever is heard of an earlier attempt, and whoever gives the mail up', async () => {
    let release = () => {};
    await openIdle(1, new Promise((resolve) => (release = resolve)));
    const { mail, activities } = await oneMail();
    const sent = [{ id: mail.mailId, state: 'sent', lastError: null }];

    const first = outsideOfWorker(() => activities.deliverMail(mail)).catch(({ message }: Error) => message);
    await until(() => inbox.refused() === 1);
    expect(await outsideOfWorker(() => activities.deliverMail(mail))).toBe('sent');
    release();
    expect(await first).toContain('try again later');
    expect(await mails()).toEqual(sent);

    await activities.giveMailUp(mail, 'it took two days');
    expect(await mails()).toEqual(sent);
    await mailWork.abandon(agents.world.platform, mail.storeId, mail.mailId, { reason: 'nobody ends it' } as never);
    expect(await mails()).toEqual(sent);
  });

  test('what was given up stays so when an attempt is refused late, and is sent when a server has taken it', async () => {
    let release = () => {};
    await openIdle(1, new Promise((resolve) => (release = resolve)));
    const { mail, activities } = await oneMail();
    const refused = outsideOfWorker(() => activities.deliverMail(mail)).catch(({ message }: Error) => message);
    await until(() => inbox.refused() === 1);
    await activities.giveMailUp(mail, 'it took two days');
    release();
    await refused;
    expect(await mails()).toMatchObject([{ state: 'failed', lastError: 'it took two days' }]);
    expect(await outsideOfWorker(() => activities.deliverMail(mail))).toBe('sent');
    expect(await mails()).toMatchObject([{ state: 'sent', lastError: null }]);
  });
});

describe('many submissions make few mails', () => {
  let agents: Agents;
  beforeEach(async () => {
    agents = await worldWithAgents();
  });
  afterEach(() => agents.close());

  interface Mail {
    readonly id: string;
    readonly subject: string;
    readonly body: string;
    readonly state: string;
    readonly written: boolean;
    readonly held: boolean;
  }
  const mails = () =>
    agents.world.database
      .reader(agents.world.storeId)
      .query<Mail>(
        `SELECT id, subject, body, state, written, coalesce(due_at > now() + interval '50 minutes', false) AS held FROM mail ORDER BY id`,
      );
  async function submitted(note?: string): Promise<string> {
    const { proposalId } = await agents.propose('catalog.product.create', { title: 'Cezve', price: 100 });
    await agents.world.done('proposal.submit', { proposalId, ...(note ? { note } : {}) }, { as: agents.agent });
    return proposalId;
  }
  const deliver = (mailId: string) =>
    outsideOfWorker(() =>
      createMailActivities(agents.world.platform).deliverMail({ storeId: agents.world.storeId, mailId }),
    );

  test('the first are mailed at once, the rest in one digest of what waits when it falls due', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 9; count += 1) ids.push(await submitted());
    const sent = await mails();
    expect(sent.map(({ written, held }) => [written, held])).toEqual([...Array(5).fill([true, false]), [false, true]]);
    const digest = sent[5] as Mail;
    await agents.world.done('proposal.withdraw', { proposalId: ids[8] }, { as: agents.agent });
    await deliver(digest.id);
    const { subject, body, state } = (await mails())[5] as Mail;
    expect([subject, state]).toEqual([expect.stringMatching(/^Onayınızı bekleyen 8 öneri: /), 'kept']);
    expect(body.match(/prp_\w+/g)).toEqual(ids.slice(0, 8).toReversed());

    // What is submitted after it was written is in the next one.
    await submitted();
    expect((await mails()).map(({ written }) => written)).toEqual([...Array(6).fill(true), false]);
  });

  test('agents that submit at once are counted one after the other: the store has one cap', async () => {
    const { world } = agents;
    const tokens = await Promise.all(Array.from({ length: 20 }, () => mintAgent(world)));
    const proposals: { as: Principal; proposalId: string }[] = [];
    for (const as of tokens) {
      const { proposalId } = await agents.propose('catalog.product.create', { title: 'Cezve', price: 1 }, as);
      proposals.push({ as, proposalId });
    }
    await Promise.all(proposals.map(({ as, proposalId }) => agents.submit(proposalId, as)));
    const mails = await world.database
      .reader(world.storeId)
      .query<{ atOnce: number; later: number }>(
        'SELECT count(*) FILTER (WHERE due_at IS NULL) AS "atOnce", count(due_at) AS later FROM mail',
      );
    expect(mails).toEqual([{ atOnce: 15, later: 5 }]);
  });

  test('a mail has no address of its own: it goes where its owner is now, and with its owner', async () => {
    await submitted();
    const { world } = agents;
    const [{ id }] = (await mails()) as [Mail];
    const kept = await world.database.reader(world.storeId).query('SELECT to_jsonb(m)::text AS mail FROM mail m');
    expect(JSON.stringify(kept)).not.toContain(world.email);
    await world.sql(`UPDATE owner_account SET email = 'new@example.com' WHERE email = '${world.email}'`);
    expect(await findMail(world.database.reader(world.storeId), world.storeId, id)).toMatchObject({
      to: 'new@example.com',
      state: 'queued',
    });
    await world.sql(`DELETE FROM owner_session; DELETE FROM owner_account WHERE email = 'new@example.com'`);
    expect(await mails()).toEqual([]);
    expect(await deliver(id)).toBe('kept');
  });

  test('a mail that is on its way no more is kept for ninety days', async () => {
    for (let count = 0; count < 3; count += 1) await submitted();
    const { world } = agents;
    const [old, waiting, young] = (await mails()) as [Mail, Mail, Mail];
    await deliver(old.id);
    await deliver(young.id);
    await world.sql(`
      UPDATE mail SET created_at = now() - interval '91 days' WHERE id IN ('${old.id}', '${waiting.id}');
      UPDATE mail SET created_at = now() - interval '89 days' WHERE id = '${young.id}'`);
    const { sweepExpired } = createRetentionActivities(world.database);
    expect([await sweepExpired(), await sweepExpired()]).toEqual([1, 0]);
    expect((await mails()).map(({ id }) => id)).toEqual([waiting.id, young.id]);
  });

  test('a letter that this version does not know waits for a worker that does', async () => {
    const { world } = agents;
    const { id: productId } = await world.done('catalog.product.create', { title: 'Cezve', price: 100, stock: 1 });
    await orderOf(world, [{ productId }]);
    await world.sql(`UPDATE mail SET letter = 'order.later'`);
    const [mail] = (await mails()) as [Mail];
    await expect(deliver(mail.id)).rejects.toThrow('order.later');
    expect((await mails())[0]).toMatchObject({ state: 'queued' });
  });

  test('a digest with nothing left to tell is dropped', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await submitted());
    for (const proposalId of ids) await agents.world.done('proposal.withdraw', { proposalId }, { as: agents.agent });
    const digest = (await mails())[5] as Mail;
    expect(await deliver(digest.id)).toBe('dropped');
    expect((await mails())[5]).toMatchObject({ state: 'dropped', written: true });
  });

  test('a digest that was given up before it was written blocks none after it', async () => {
    for (let count = 0; count < 6; count += 1) await submitted();
    const { storeId, platform } = agents.world;
    const digest = (await mails())[5] as Mail;
    await mailWork.abandon(platform, storeId, digest.id, { code: 'not_started', reason: 'Temporal refused it' });
    await submitted();
    const [given, next, ...more] = (await mails()).slice(5);
    expect([given?.state, next?.state, next?.written, more]).toEqual(['failed', 'queued', false, []]);
    await deliver(next?.id as string);
    expect(((await mails())[6] as Mail).body.match(/prp_\w+/g)).toHaveLength(7);
    // An attempt that was taken for lost and comes after all tells the same, and sends no empty mail.
    await deliver(digest.id);
    expect(((await mails())[5] as Mail).body.match(/prp_\w+/g)).toHaveLength(7);
  });

  test('a digest waits in its workflow, which survives restarts', async () => {
    await agents.startWorker();
    for (let count = 0; count < 6; count += 1) await submitted();
    const digest = (await mails())[5] as Mail;
    const handle = agents.world.platform.temporal.workflow.getHandle(`mail/${digest.id}`);
    for (;;) {
      const { events = [] } = await handle.fetchHistory().catch(() => ({ events: [] }));
      if (events?.some(({ timerStartedEventAttributes: timer }) => timer)) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await mails())[5]).toMatchObject({ state: 'queued', written: false });
  });

  test('what the agent says stands below the link, is marked as its own, and leads nowhere', async () => {
    const label = 'Ajan\u202E';
    await agents.world.sql(`UPDATE access_token SET label = '${label}'`);
    await submitted('Acele! https://evil.example/panel adresinden onayla\nya da evil.example, ajan@evil.example');
    const [mail] = await mails();
    const { subject, body } = mail as Mail;
    expect(subject).toBe('Onayınızı bekleyen 1 değişiklik: Ajan ');
    const [before, after] = body.split('Önerenin notu') as [string, string];
    expect(before).toMatch(/İnceleyin ve karar verin: http:\/\/\S+\/panel\/proposals\/prp_\w+\n/);
    expect(after).toContain(
      '| Acele! https[:]//evil[.]example/panel adresinden onayla\n| ya da evil[.]example, ajan[@]evil[.]example',
    );
    expect(body.match(/:\/\//g)).toHaveLength(1);
  });
});
