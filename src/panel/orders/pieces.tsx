import { Fieldset, Stack } from '@mantine/core';
import { visibleText } from '../../kernel/schema/visible';
import { NumberField } from '../parts/number-field';
import { useText } from '../text/text';

/** How many pieces of which line. */
export type Pieces = readonly { readonly lineId: string; readonly quantity: number }[];

/** Something of which some may be chosen. */
export interface Choosable {
  readonly lineId: string;
  readonly title: string;
  readonly left: number;
}

interface PiecesInputProps {
  readonly label: string;
  readonly of: readonly Choosable[];
  readonly value: Pieces;
  readonly onChange: (pieces: Pieces) => void;
}

/** Writes the title of a line, with its variant. */
export const lineTitle = ({ title, variantTitle }: { title: string; variantTitle: string | null }): string =>
  visibleText([title, variantTitle].filter((part) => part !== null).join(' · '));

export const allOf = (choosable: readonly Choosable[]): Pieces =>
  choosable.map(({ lineId, left }) => ({ lineId, quantity: left }));

/** Chooses pieces of lines: none to all of what is left. */
export function PiecesInput({ label, of, value, onChange }: PiecesInputProps) {
  const texts = useText();
  const quantityOf = (id: string): number => value.find(({ lineId }) => lineId === id)?.quantity ?? 0;
  const change = (id: string, quantity: number) =>
    onChange(
      of
        .map(({ lineId }) => ({ lineId, quantity: lineId === id ? quantity : quantityOf(lineId) }))
        .filter((piece) => piece.quantity > 0),
    );
  return (
    <Fieldset legend={label}>
      <Stack gap="xs">
        {of.map(({ lineId, title, left }) => (
          <NumberField
            key={lineId}
            label={title}
            description={texts.orders.left(left)}
            inputWrapperOrder={['label', 'input', 'description']}
            min={0}
            max={left}
            value={quantityOf(lineId)}
            onChange={(quantity) => change(lineId, quantity ?? 0)}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
