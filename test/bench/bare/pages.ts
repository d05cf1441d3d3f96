import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { answerQuestions } from '../program';
import type { Statement } from './main';

export interface BarePages {
  readonly databaseUrl: string;
  readonly poolSize: number;
  /** By path: what is read, and how many bytes are sent. */
  readonly pages: Readonly<Record<string, { readonly statement: Statement; readonly bytes: number }>>;
}

/** The baseline of a page: a server that reads the rows of the page by the product's statement, and sends as many fixed bytes. */
async function serve({ databaseUrl, poolSize, pages }: BarePages): Promise<{ port: number }> {
  const pool = new Pool({ connectionString: databaseUrl, max: poolSize, pipeline: true } as never);
  const served = new Map(
    Object.entries(pages).map(([path, { statement, bytes }], nth) => [
      path,
      { query: { name: `p${nth}`, text: statement.text, values: [...statement.values] }, body: 'x'.repeat(bytes) },
    ]),
  );
  const server = http.createServer(async (request, response) => {
    const page = served.get(request.url ?? '');
    if (!page) return response.writeHead(404).end();
    try {
      const { rows } = await pool.query(page.query);
      response.writeHead(rows.length > 0 ? 200 : 500, { 'Content-Type': 'text/html; charset=utf-8' }).end(page.body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port };
}

answerQuestions(serve);
process.send?.({ ready: true });
