import type { Bundle } from '../../src/design/bundle/bundle';
import { startingBundle } from '../../src/design/template/starting';
import { sleep } from '../../src/embedded/process';
import { firstPartyPack } from '../../src/skin/first-party/packs';
import type { Pack } from '../../src/skin/pack/pack';
import { patient } from '../world/patience';
import { type Call, type Gateway, NoAnswer } from './gateway';
import type { Random } from './random';

/** A version of the design, as its publisher was told of it. */
interface Shown {
  readonly seq: number;
  readonly hash: string;
  /** The heading of the home page. */
  readonly heading: string;
}

/** The design of the store, as it was acknowledged. */
export class Designs {
  readonly versions: Shown[] = [];
  /** A heading whose version may be live, and is not acknowledged yet. */
  coming: string | undefined;
  rev = 0;
  hash: string | null = null;
  readonly counts = { saved: 0, restyled: 0, published: 0, rolledBack: 0, pages: 0, pagesAway: 0 };
  /** The theme that the design of the demo wears: the newest, so no update of it is prepared. */
  pack: Pack | undefined;

  get live(): Shown {
    return this.versions.at(-1) as Shown;
  }
}

const WEIGHTS = { publish: 4, save: 3, restyle: 2, rollBack: 3 } as const;
const PAUSE_MS = patient(600);

const headingOf = (nth: number): string => `Kaos vitrini ${nth}.`;

/** Publishes a design of its own, so that all versions from there on are known. */
export async function setUpDesigns(gateway: Gateway, random: Random): Promise<Designs> {
  const designs = new Designs();
  const { rev, body } = await gateway.read('/v1/design/draft', 'owner');
  designs.rev = rev;
  designs.pack = firstPartyPack(body.theme.key, body.theme.version);
  const { items } = await gateway.read('/v1/design/versions?limit=1', 'owner');
  const designer = new Designer(gateway, designs, random);
  await designer.publishAnew(0, items[0]?.seq ?? 0);
  return designs;
}

/** The one who designs the store: edits the draft, publishes it, and takes versions back. */
export class Designer {
  /** Things done. */
  steps = 0;
  private readonly acts: Random;
  private readonly keys: Random;
  private heading = headingOf(0);

  constructor(
    private readonly gateway: Gateway,
    private readonly designs: Designs,
    random: Random,
  ) {
    this.acts = random.fork('acts of the designer');
    this.keys = random.fork('keys of the designer');
  }

  async run(goOn: (steps: number) => boolean, isPaced: boolean): Promise<void> {
    while (goOn(this.steps)) {
      this.steps += 1;
      try {
        await this.act();
      } catch (error) {
        // The state of the draft is not known any more, and the missing answer is among the findings.
        if (error instanceof NoAnswer) return;
        throw error;
      }
      if (isPaced) await sleep(this.acts.int(0, PAUSE_MS));
      // A run in peace draws as often, so that its acts are the same.
      else this.acts.next();
    }
  }

  private act(): Promise<void> {
    const { acts } = this;
    const [what, place] = [acts.weighted(WEIGHTS), acts.next()];
    switch (what) {
      case 'publish':
        return this.publishAnew(this.steps, this.designs.live.seq);
      case 'save':
        return this.save(this.steps);
      case 'restyle':
        return this.restyle(place);
      case 'rollBack':
        return this.rollBack(place);
    }
  }

  /** @param over the version that is live */
  async publishAnew(nth: number, over: number): Promise<void> {
    await this.save(nth);
    await this.show('design.publish', { expectedRev: over, label: `Kaos ${nth}` }, this.heading);
    this.designs.counts.published += 1;
  }

  private async save(nth: number): Promise<void> {
    const heading = headingOf(nth);
    const payload = { body: this.bodyWith(heading) };
    const at = { method: 'PUT', path: '/v1/design/draft?workspace=main', rev: this.designs.rev } as const;
    const { status, body } = await this.gateway.call(this.callOf('design.draft.put', payload, at));
    if (status !== 200) return;
    this.heading = heading;
    Object.assign(this.designs, { rev: body.rev, hash: body.hash });
    this.designs.counts.saved += 1;
  }

  private async restyle(place: number): Promise<void> {
    const presets = this.designs.pack?.presets ?? [];
    const preset = presets[Math.floor(place * presets.length)];
    if (!preset) return;
    const payload = { preset: preset.key, workspace: 'main', expectedRev: this.designs.rev };
    const { status, body } = await this.gateway.call(this.callOf('theme.preset.apply', payload));
    if (status !== 200) return;
    Object.assign(this.designs, { rev: body.result.rev, hash: body.result.hash });
    this.designs.counts.restyled += 1;
  }

  private async rollBack(place: number): Promise<void> {
    const { versions, live, counts } = this.designs;
    const earlier = versions.slice(0, -1);
    const to = earlier[Math.floor(place * earlier.length)];
    if (!to) return;
    const payload = { seq: to.seq, expectedRev: live.seq, label: `Kaos ${this.steps}` };
    await this.show('design.rollback', payload, to.heading);
    counts.rolledBack += 1;
  }

  private async show(name: string, payload: Call['payload'], heading: string): Promise<void> {
    const { designs } = this;
    designs.coming = heading;
    const { status, body } = await this.gateway.call(this.callOf(name, payload));
    if (status === 200) designs.versions.push({ seq: body.result.seq, hash: body.result.hash, heading });
    designs.coming = undefined;
  }

  private callOf(name: string, payload: Call['payload'], at: Partial<Call> = {}): Call {
    return { by: 'owner', name, key: this.keys.ulid(), payload, ...at };
  }

  private bodyWith(heading: string): Bundle {
    const body = startingBundle(this.designs.pack as Pack);
    const hero = Object.values(body.nodes).find(({ type }) => type === 'hero');
    if (!hero) throw new Error('the theme of the demo begins without a heading');
    Object.assign(hero.props, { title: heading });
    return body;
  }
}
