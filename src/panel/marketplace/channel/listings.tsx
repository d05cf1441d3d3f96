import { readListings, useListings } from '../../api/shop';
import { SelectionBar } from '../../bulk/bar';
import { ListingsButton } from '../../bulk/listings';
import { Selecting, useSelection } from '../../bulk/selection';
import { ListingTable } from '../../listings/table';
import { Empty, Pages } from '../../parts/states';
import { useText } from '../../text/text';
import type { OfChannel } from './page';

/** The listings of a channel, with the reason of each difference. */
export function ListingsPage({ channel: { key } }: OfChannel) {
  const { empty, emptyHint } = useText().channel.listings;
  const listings = useListings(key);
  const selection = useSelection(key);
  return (
    <>
      <Pages
        query={listings}
        empty={<Empty title={empty} hint={emptyHint} />}
        ahead={{ wide: 65, narrow: 120, form: 'table' }}
      >
        {(items) => (
          <Selecting of={selection}>
            <ListingTable items={items} selectable />
          </Selecting>
        )}
      </Pages>
      <SelectionBar selection={selection} list={listings} read={(most) => readListings(key, most)}>
        {(items) => <ListingsButton ids={items.map(({ id }) => id)} />}
      </SelectionBar>
    </>
  );
}
