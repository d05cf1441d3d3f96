import { zoneOf } from '../../kit/zones';
import { kindOf } from '../read/asks';
import type { Page } from './page';
import { Section } from './parts';
import { drawnView } from './view';

interface ZoneProps {
  readonly page: Page;
  readonly id: string;
  /** The name of a zone that stands beside the contents of the page. */
  readonly label?: string;
}

/**
 * Blocks of extensions in their zone. A block of which nothing is to be said leaves no trace. Steps to an order have no zones: nothing
 * stands between a shopper and the contract.
 */
export const Zone = ({ page, id, label }: ZoneProps) => {
  const kind = kindOf(page.place);
  if (kind === undefined || !zoneOf(id)?.pageKinds.includes(kind)) return null;
  const blocks = page.extensions.blocksIn(id).flatMap((block) => {
    const drawn = drawnView(page, block);
    return drawn.length === 0 ? [] : [{ id: block.id, drawn }];
  });
  if (blocks.length === 0) return null;
  const list = (
    <>
      {blocks.map(({ id, drawn }) => (
        <div key={id} data-block="">
          {drawn}
        </div>
      ))}
    </>
  );
  if (label !== undefined)
    return (
      <aside aria-label={label}>
        <Section>{list}</Section>
      </aside>
    );
  return id.startsWith('page.') ? <Section>{list}</Section> : list;
};
