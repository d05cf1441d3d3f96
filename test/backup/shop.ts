import { Client } from 'pg';
import { newUlid } from '../../src/kernel/ids';
import type { RunFile } from '../../src/supervisor/run-file';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Body = any;

/** A shop as its owner, its developer and its agent reach it, and its tables. */
export class Shop {
  private session: Record<string, string> | undefined;

  constructor(private readonly run: RunFile) {}

  get storeId(): string {
    return this.run.storeId as string;
  }

  async get(path: string): Promise<Body> {
    return this.answerOf(path, { headers: this.tokenOf('developer') });
  }

  /** A command of the developer's or the agent's. */
  command(command: string, payload: object, by: 'developer' | 'agent' = 'developer'): Promise<Body> {
    const body = { command, storeId: this.storeId, payload, idempotencyKey: newUlid() };
    return this.send('/v1/commands', JSON.stringify(body), this.tokenOf(by));
  }

  brand(name: string, logo: Uint8Array<ArrayBuffer>, by: 'developer' | 'agent'): Promise<Body> {
    const form = new FormData();
    form.append('name', name);
    form.append('logos', new Blob([logo]), 'logo.png');
    return this.answerOf('/v1/channel/trendyol/remote/brands', {
      method: 'POST',
      body: form,
      headers: { ...this.tokenOf(by), 'Idempotency-Key': newUlid() },
    });
  }

  pull(): Promise<Body> {
    return this.send('/v1/channel/trendyol/catalog/pull', '{"mode":"import"}', this.tokenOf('developer'));
  }

  job(id: string): Promise<Body> {
    return this.get(`/v1/channel/trendyol/jobs/${id}`);
  }

  /** A command of the owner's, who logs in for it. */
  async decide(command: string, payload: object): Promise<Body> {
    this.session ??= await this.login();
    const body = { command, storeId: this.storeId, payload, idempotencyKey: newUlid() };
    return this.send('/v1/commands', JSON.stringify(body), this.session);
  }

  /** Goes on with a proposal that has paused; skipping what it paused at has done so already. */
  async resume(id: string): Promise<void> {
    if ((await this.proposal(id)).state !== 'paused') return;
    const headers = { ...this.session, 'Idempotency-Key': newUlid() };
    await this.send(`/v1/proposals/${id}/devam`, '{}', headers);
  }

  async proposal(id: string): Promise<Body> {
    this.session ??= await this.login();
    return this.answerOf(`/v1/proposals/${id}`, { headers: this.session });
  }

  async sql<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.run.databaseUrl });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  private tokenOf(by: 'developer' | 'agent'): Record<string, string> {
    return { Authorization: `Bearer ${this.run.tokens?.[by]}` };
  }

  private async login(): Promise<Record<string, string>> {
    const response = await fetch(`${this.run.api}/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(this.run.owner),
    });
    const { csrfToken } = (await response.json()) as { csrfToken: string };
    return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-csrf-token': csrfToken };
  }

  private send(path: string, body: string, headers: Record<string, string>): Promise<Body> {
    return this.answerOf(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });
  }

  private async answerOf(path: string, init: RequestInit): Promise<Body> {
    const response = await fetch(this.run.api + path, init);
    const body = await response.json();
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${JSON.stringify(body)}`);
    return body;
  }
}
