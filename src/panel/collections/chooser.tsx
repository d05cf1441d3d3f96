import { useState } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import type { Thing } from '../api/fields';
import { useCollections } from '../api/shop';
import { Chooser, type Choosing } from '../parts/chooser';
import { Empty } from '../parts/states';
import { useText } from '../text/text';

/** The collections that are shown, to choose from. */
export function CollectionChooser({ onToggle, ...choosing }: Choosing<Thing>) {
  const texts = useText();
  const [text, setText] = useState('');
  const collections = useCollections(text === '' ? {} : { text });
  return (
    <Chooser
      {...choosing}
      onToggle={({ id, title }) => onToggle({ id, title, url: null })}
      title={texts.fields.choose.collection}
      search={texts.collections.search}
      onSearch={setText}
      query={collections}
      empty={<Empty title={text === '' ? texts.collections.empty : texts.collections.emptyFiltered} />}
      choiceOf={({ id, title }) => ({ id, name: visibleText(title), picture: null })}
    />
  );
}
