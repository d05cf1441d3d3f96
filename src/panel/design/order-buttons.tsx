import { ActionIcon, Group } from '@mantine/core';
import { Cross2Icon } from '@radix-ui/react-icons';
import { Walk } from '../parts/things';
import { useText } from '../text/text';

interface OrderButtonsProps {
  /** The name of the thing that they move, for people who do not see beside which it stands. */
  readonly name: string;
  readonly nth: number;
  readonly last: number;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** Moves one of a list up and down, and takes it out. */
export function OrderButtons({ name, nth, last, onMove, onRemove }: OrderButtonsProps) {
  const { design } = useText();
  return (
    <Group gap={4} wrap="nowrap">
      <Walk name={name} isFirst={nth === 0} isLast={nth === last} move={(by) => onMove(nth + by)} />
      <ActionIcon variant="light" color="red" aria-label={`${name}: ${design.remove}`} onClick={onRemove}>
        <Cross2Icon aria-hidden />
      </ActionIcon>
    </Group>
  );
}
