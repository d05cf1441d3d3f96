import { Accordion, Text } from '@mantine/core';
import { useState } from 'react';
import { useFields } from '../api/fields';
import type { Product } from '../api/types';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Failure, Loading } from '../parts/states';
import { useText } from '../text/text';
import { NoFields, PageFieldValues } from './field-values';

/** Shows the values of the variants' custom fields. A product may have a hundred variants: one is asked for when it is opened. */
export function VariantFields({ variants }: Pick<Product, 'variants'>) {
  const texts = useText();
  const { data, error, refetch } = useFields({ target: 'variant' });
  const [open, setOpen] = useState<string | null>(null);
  // The typed values of one stay while another is open.
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const show = (id: string | null): void => {
    setOpen(id);
    if (id !== null) setAsked((all) => new Set(all).add(id));
  };
  const isAny = data?.pages.some(({ items }) => items.length > 0);
  return (
    <Part title={texts.fields.ofVariants}>
      {!data && (error ? <Failure error={error} retry={refetch} /> : <Loading />)}
      {isAny === false && <NoFields />}
      {isAny && (
        <Accordion order={3} keepMountedMode="display-none" chevronPosition="left" value={open} onChange={show}>
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
              {/* A field that the browser finds fault with is seen. */}
              <Accordion.Panel onInvalidCapture={() => show(id)}>
                {asked.has(id) && <PageFieldValues part={`fields of ${id}`} ownerId={id} name={title} />}
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Part>
  );
}
