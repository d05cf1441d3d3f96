import { Button, Checkbox, FileInput, Group, Stack } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import type { PackageOp } from '../../channel/package-op/fields';
import { isOpenIn } from '../../channel/package-op/states';
import { takenBy } from '../../channel/package-op/taken';
import { fieldOf } from '../../kernel/schema/meaning';
import { useProvider } from '../api/providers';
import type { Order, OrderPackage, Provider } from '../api/types';
import { type AskedJob, useAsked } from '../jobs/asked-jobs';
import { ActButton, type ActProps } from '../parts/act';
import { useMay, useMeanings } from '../parts/meaning';
import type { Schema } from '../store/fields';
import { useText } from '../text/text';
import { type Pieces, PiecesInput } from './pieces';

/** Acts that bring a package on its way. */
const first: readonly PackageOp[] = ['preparing', 'invoiced'];

/** Acts that are wanted now and then. */
const further: readonly PackageOp[] = [
  'split',
  'unsupplied',
  'invoice_link',
  'invoice_file',
  'extend',
  'box',
  'carrier',
  'warehouse',
  'own_carrier',
];

/** Fields that are filled in as they are; all others have an input of their own. */
const plain: ReadonlySet<string> = new Set([
  'invoiceNumber',
  'reason',
  'invoiceUrl',
  'carrier',
  'boxes',
  'deci',
  'warehouseId',
  'days',
  'tracking',
]);

interface PackageActsProps {
  readonly order: Pick<Order, 'id' | 'channel'>;
  readonly of: OrderPackage;
}

/** Acts that are possible at the marketplace with a package as it stands. */
export function PackageActs({ order, of }: PackageActsProps) {
  const { packages } = useText().channel;
  const may = useMay();
  const [opened, setOpened] = useState(false);
  const provider = useProvider(order.channel);
  if (!provider?.uses.includes('packageActs')) return null;
  const open = (ops: readonly PackageOp[]) =>
    ops.filter((op) => isPossible(op, of, provider.packageActStates) && may('channel.package.op', { op }));
  const rest = open(further);
  return (
    <>
      {open(first).map((op) => (
        <PackageAct key={op} op={op} order={order} of={of} />
      ))}
      {rest.length > 0 && (
        <Button
          size="xs"
          variant="subtle"
          aria-expanded={opened}
          aria-label={packages.moreOf(of.packageId)}
          rightSection={<ChevronDownIcon aria-hidden style={opened ? { transform: 'rotate(180deg)' } : {}} />}
          onClick={() => setOpened(!opened)}
        >
          {packages.more}
        </Button>
      )}
      {opened && rest.length > 0 && (
        <Group gap="xs" style={{ flexBasis: '100%' }}>
          {rest.map((op) => (
            <PackageAct key={op} op={op} order={order} of={of} />
          ))}
        </Group>
      )}
    </>
  );
}

/** An act that is done already is not offered again, and one piece alone is not split. */
function isPossible(op: PackageOp, { state, lines }: OrderPackage, known: Provider['packageActStates']): boolean {
  const states = known.find(({ act }) => act === op)?.states;
  if (states === undefined || !isOpenIn(states, state) || state === op) return false;
  return op !== 'split' || lines.reduce((sum, { quantity }) => sum + quantity, 0) > 1;
}

interface PackageActProps extends PackageActsProps {
  readonly op: PackageOp;
}

function PackageAct({ op, order, of }: PackageActProps) {
  const { acts } = useText().channel.packages;
  const asked = useAsked();
  const { needs, takes } = takenBy[op];
  const schema = useActSchema();
  const more = useMore(op, of);
  return (
    <ActButton
      says={acts[op]}
      command="channel.package.op"
      route={`/v1/orders/${order.id}/channel/${op}`}
      of={{ packageId: of.packageId }}
      asks={[...needs, ...takes].filter((name) => plain.has(name))}
      needs={needs}
      {...(schema ? { schema } : {})}
      {...(more ? { more } : {})}
      named={of.packageId}
      onDone={(job) => asked(job as unknown as AskedJob)}
      destructive={op === 'unsupplied'}
      button={{ size: 'xs', ...(first.includes(op) ? { variant: 'filled' } : {}) }}
    />
  );
}

/** The schema of what an act is told: jobs keep that, and are declared whole. */
function useActSchema(): Schema | undefined {
  const place = fieldOf(useMeanings().meanings('channel job'), 'act');
  return place.find(({ properties }) => properties !== undefined) as Schema | undefined;
}

const countOf = (pieces: Pieces): number => pieces.reduce((sum, { quantity }) => sum + quantity, 0);

/** Inputs of an act that are no plain fields. */
function useMore(op: PackageOp, { lines }: OrderPackage): ActProps['more'] {
  const { packages } = useText().channel;
  const choosable = lines.map(({ lineId, title, quantity }) => ({ lineId, title, left: quantity }));
  if (op === 'split')
    return {
      start: { groups: [[]] },
      input: ({ groups }, change) => (
        <PiecesInput
          label={packages.newPackage}
          of={choosable}
          value={(groups as readonly [Pieces])[0]}
          onChange={(pieces) => change({ groups: [pieces] })}
        />
      ),
      isEnough: ({ groups }) => {
        const moved = countOf((groups as readonly [Pieces])[0]);
        return moved > 0 && moved < countOf(lines);
      },
    };
  if (op === 'invoice_file')
    return {
      start: { invoiceFile: null },
      input: ({ invoiceFile }, change) => (
        <FileInput
          label={packages.invoiceFile}
          description={packages.invoiceFileHint}
          clearable
          accept="application/pdf"
          value={invoiceFile as File | null}
          onChange={(file) => change({ invoiceFile: file })}
        />
      ),
      isEnough: ({ invoiceFile }) => invoiceFile !== null,
    };
  if (op !== 'unsupplied') return undefined;
  return {
    start: { lines: [], penaltyAcknowledged: false },
    input: (stated, change) => (
      <Stack gap="sm">
        <PiecesInput
          label={packages.missing}
          of={choosable}
          value={stated.lines as Pieces}
          onChange={(pieces) => change({ ...stated, lines: pieces })}
        />
        <Checkbox
          label={packages.penalty}
          checked={stated.penaltyAcknowledged === true}
          onChange={({ currentTarget: { checked } }) => change({ ...stated, penaltyAcknowledged: checked })}
        />
      </Stack>
    ),
    isEnough: (stated) => countOf(stated.lines as Pieces) > 0 && stated.penaltyAcknowledged === true,
  };
}
