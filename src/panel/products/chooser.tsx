import { useState } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import type { Thing } from '../api/fields';
import { useProducts } from '../api/shop';
import { Chooser, type Choosing } from '../parts/chooser';
import { Empty } from '../parts/states';
import { useText } from '../text/text';

/** The products that are sold, to choose from. */
export function ProductChooser({ onToggle, ...choosing }: Choosing<Thing>) {
  const texts = useText();
  const [text, setText] = useState('');
  const products = useProducts(text === '' ? {} : { text });
  return (
    <Chooser
      {...choosing}
      onToggle={({ id, title, picture }) => onToggle({ id, title, url: picture?.url ?? null })}
      title={texts.fields.choose.product}
      search={texts.products.search}
      onSearch={setText}
      query={products}
      empty={<Empty title={text === '' ? texts.products.empty : texts.products.emptyFiltered} />}
      choiceOf={({ id, title, picture }) => ({
        id,
        name: visibleText(title),
        picture: picture?.url ? (
          <img src={picture.url} alt="" className="picture" loading="lazy" />
        ) : (
          <div className="picture waiting" aria-hidden />
        ),
      })}
    />
  );
}
