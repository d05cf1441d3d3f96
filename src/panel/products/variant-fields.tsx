import { Accordion, Text } from '@mantine/core';
import { useState } from 'react';
import { useFields } from '../api/fields';
import type { Product } from '../api/types';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Failure, Loading } from '../parts/states';
import { useText } from '../text/text';
import { NoFields, ValuesOf } from './field-values';
import type { Ran } from './preview';

interface VariantFieldsProps {
  readonly variants: Product['variants'];
  readonly onRan: (ran: Ran) => void;
}

/** Shows the values of the variants' custom fields. A product may have a hundred variants: one is asked for when it is opened. */
export function VariantFields({ variants, onRan }: VariantFieldsProps) {
  const texts = useText();
  const { data, error, refetch } = useFields({ target: 'variant' });
  const [open, setOpen] = useState<string | null>(null);
  const isAny = data?.pages.some(({ items }) => items.length > 0);
  return (
    <Part title={texts.fields.ofVariants}>
      {!data && (error ? <Failure error={error} retry={refetch} /> : <Loading />)}
      {isAny === false && <NoFields />}
      {isAny && (
        <Accordion order={3} chevronPosition="left" value={open} onChange={setOpen}>
          {variants.map(({ id, title, metafields }) => (
            <Accordion.Item key={id} value={id}>
              <Accordion.Control>
                <Text size="sm" fw={600} component="span">
                  <Visible text={title} />
                </Text>{' '}
                <Text size="xs" c="dimmed" component="span">
                  {texts.fields.filledIn(metafields.length)}
                </Text>
              </Accordion.Control>
              <Accordion.Panel>{open === id && <ValuesOf ownerId={id} name={title} onRan={onRan} />}</Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Part>
  );
}
