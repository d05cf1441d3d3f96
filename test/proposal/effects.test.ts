import { Readable } from 'node:stream';
import { effectLine } from '../../src/kernel/trace/effect';
import { exampleImage } from '../../src/media/image/example';
import { connectTrendyol } from '../channel/marketplace';
import { createWorld, type World } from '../world/world';
import { mintAgent } from './agents';

describe('what a proposed call starts or stops', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await connectTrendyol(world);
  });
  afterAll(() => world.close());

  const nothing = () => undefined;
  const params = { ext: 'trendyol' };

  test('is told in words, of a marketplace job with its kind, channel and mode', async () => {
    const as = await mintAgent(world);
    const { preview } = await world.read('channel.catalog.pull', { as, params, body: { mode: 'preview' } });
    const [started] = preview.effects;
    expect(effectLine(started, 'tr', nothing)).toBe('Başlar: katalog aktarımı (Trendyol, önizleme)');
    const { id } = await world.read('channel.catalog.pull', { params, body: {} });
    const stopped = await world.read('channel.jobs.cancel', { as, params: { ...params, cjb: id } });
    expect(effectLine(stopped.preview.effects[0], 'en', nothing)).toBe('Stops: catalog import (Trendyol, import)');
  });

  test('is told with the titles of what it is about', async () => {
    const as = await mintAgent(world);
    const kept = await world.platform.services.objects.put(world.storeId, Readable.from([exampleImage()]));
    const { id: uploadId } = await world.read('media.upload', { body: { ...kept, type: 'image/png' } });
    const reply = await world.run('catalog.media.commit', { uploadId, name: 'Bakır cezve' }, { as });
    const { proposalId } = reply.body as { proposalId: string };
    const { list, references } = await world.read('proposals.get', { params: { prp: proposalId } });
    const [drawing] = list[0].preview.effects;
    const titleOf = (name: string): string | undefined => references[name];
    expect(effectLine(drawing, 'en', titleOf)).toBe('Starts: drawing of the picture’s sizes · Bakır cezve');
  });

  test('is told as it was recorded where it was recorded without words', () => {
    const recorded = { operation: 'workflow.start', summary: 'draws the variants of med_1' };
    expect(effectLine(recorded, 'tr', nothing)).toBe(recorded.summary);
  });
});
