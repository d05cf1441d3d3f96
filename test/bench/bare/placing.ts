import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { answerQuestions } from '../program';
import type { Statement } from './main';

export interface BarePlacing {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly storeId: string;
}

const names = new Map<string, string>();

/**
 * The baseline of an order: the statements that the product writes one with, given ready-made, in one transaction and in as few round
 * trips as the driver allows. Nobody is asked for a price, nothing is computed or checked.
 */
async function serve({ databaseUrl, poolSize, storeId }: BarePlacing): Promise<{ port: number }> {
  const options = `-c app.store_id=${storeId}`;
  const pool = new Pool({ connectionString: databaseUrl, max: poolSize, pipeline: true, options } as never);
  const server = http.createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      await place(pool, JSON.parse(Buffer.concat(chunks).toString('utf8')) as Statement[]);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port };
}

async function place(pool: Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    await Promise.all([
      client.query('BEGIN'),
      ...statements.map(({ text, values }) => {
        const name = names.get(text) ?? `s${names.size}`;
        names.set(text, name);
        return client.query({ name, text, values: [...values] });
      }),
      // Behind a statement that failed it takes everything back.
      client.query('COMMIT'),
    ]);
  } finally {
    client.release();
  }
}

answerQuestions(serve);
process.send?.({ ready: true });
