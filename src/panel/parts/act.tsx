import { Alert, Button, type ButtonProps, Group, Stack, Text, TextInput } from '@mantine/core';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { placeOf } from '../../kernel/schema/meaning';
import { visibleText } from '../../kernel/schema/visible';
import { client, newKey, type Query } from '../api/client';
import { useCommands, useRefresh } from '../api/queries';
import { useSendsMails } from '../api/shop';
import { useSending } from '../session/sending';
import { useSession } from '../session/session';
import { type Field, fieldsOf, type Schema, trimmed, type Values } from '../store/fields';
import { Inputs } from '../store/inputs';
import { useText } from '../text/text';
import { tell } from './confirm';
import { Dialog } from './dialog';
import { AskedContext } from './faults';
import { useMay, useMeanings } from './meaning';
import { Failure } from './states';

/** Commands by which a buyer is written to, or may be. */
const WRITING: ReadonlySet<string> = new Set([
  'order.transfer.confirm',
  'order.payment.review',
  'order.cancel',
  'order.address.set',
  'order.pieces.remove',
  'order.ship',
  'order.shipment.track',
  'order.refund.record',
  'order.return.request',
  'order.return.approve',
  'order.return.reject',
  'order.return.receive',
  'order.return.cancel',
]);

/** The words of an act: on its button, above and below its fields, and once it is done. */
export interface ActSays {
  readonly button: string;
  readonly title: string;
  readonly text?: string;
  readonly yes: string;
  readonly done: string;
}

type Stated = Readonly<Record<string, unknown>>;

export interface ActProps {
  readonly says: ActSays;
  readonly command: string;
  /** The path of its own route, if it has one; the route takes the payload of the command. */
  readonly route?: string;
  /** True: the route runs no command, and takes no key. */
  readonly keyless?: boolean;
  /** True: it discards what stands at the route, and the payload names that in the query. */
  readonly discards?: boolean;
  /** The thing of the act, as it was seen. */
  readonly of: Stated;
  /** The fields of its payload that somebody fills in. */
  readonly asks?: readonly string[];
  /** The schema that they stand in, where it is not of a command that owners are told of. */
  readonly schema?: Schema;
  /** Fields that the command could do without, and this act cannot. */
  readonly needs?: readonly string[];
  /** The values of the fields at first. */
  readonly start?: Values;
  /** The names of values, see {@link Inputs}. */
  readonly names?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Parts of the payload that are stated by other means than fields, with their input. */
  readonly more?: {
    readonly start: Stated;
    readonly input: (stated: Stated, change: (stated: Stated) => void) => ReactNode;
    /** The words of the button that does it, once they are stated. */
    readonly yes?: (stated: Stated) => string;
    /** Tells whether enough is stated. */
    readonly isEnough?: (stated: Stated) => boolean;
  };
  /** The words once it is done, by its answer. */
  readonly done?: (answer: Stated) => string;
  /** It is done, or begun, and that is what was answered. */
  readonly onDone?: (answer: Stated) => void;
  /** Its button is of this, for who does not see beside what it stands. */
  readonly named?: string;
  /** Has to be typed before: what it does cannot be done by a slip. */
  readonly word?: string;
  readonly destructive?: boolean;
  readonly button?: ButtonProps;
}

const Asking = createContext<(act: ActProps) => void>(() => {});

/** Keeps an act open on a page whatever becomes of its button: the refusal tells when the thing has moved meanwhile. */
export function Acts({ children }: { readonly children: ReactNode }) {
  const [asked, ask] = useState<ActProps | null>(null);
  return (
    <Asking value={ask}>
      {children}
      {asked && <ActDialog {...asked} onClose={() => ask(null)} />}
    </Asking>
  );
}

/** Does one thing by one command, after it was asked once. Whoever may not do it is shown no button. */
export function ActButton(props: ActProps) {
  const ask = useContext(Asking);
  const may = useMay();
  const { says, command, destructive = false, named, button } = props;
  if (!may(command)) return null;
  return (
    <Button
      {...(named === undefined ? {} : { 'aria-label': `${visibleText(named)}: ${says.button}` })}
      variant={destructive ? 'light' : 'default'}
      {...(destructive ? { color: 'red' } : {})}
      {...button}
      onClick={() => ask(props)}
    >
      {says.button}
    </Button>
  );
}

/** The fields that are asked for, in that order; what the command can do without may be left empty. */
function useAskedFields({ command, schema, asks = [], needs = [] }: ActProps): Field[] {
  const listed = useCommands().data?.items.find(({ id }) => id === command)?.payload as Schema | undefined;
  const payload = schema ?? listed;
  const { required = [] } = payload ?? {};
  const fields = fieldsOf(payload ?? {});
  return asks.flatMap((name) =>
    fields
      .filter((field) => field.name === name)
      .map((field) => ({ ...field, optional: !needs.includes(name) && (field.optional || !required.includes(name)) })),
  );
}

/** Leaves the values that were filled in. */
const filledIn = (values: Values): Stated =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const stated = typeof value === 'string' ? value.trim() : value;
      return stated === null || stated === '' ? [] : [[name, stated]];
    }),
  );

const hasFile = (payload: Stated): boolean => Object.values(payload).some((value) => value instanceof File);

/** A form of texts and files. */
function formOf(payload: Stated): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(payload))
    if (value instanceof File) form.append(field, value, value.name);
    else form.append(field, String(value));
  return form;
}

/** Nobody is promised a letter that does not go out. */
function NotSent() {
  const { mails } = useText();
  return (
    useSendsMails() === false && (
      <Alert color="orange" p="xs">
        {mails.notSent}
      </Alert>
    )
  );
}

function ActDialog(props: ActProps & { readonly onClose: () => void }) {
  const {
    says,
    command,
    route,
    keyless = false,
    discards = false,
    of,
    schema,
    start = {},
    names = {},
    more,
    done,
    onDone,
    word,
    destructive = false,
    onClose,
  } = props;
  const texts = useText();
  const { storeId } = useSession();
  const { payloadOf } = useMeanings();
  const refresh = useRefresh();
  const fields = useAskedFields(props);
  const empty = Object.fromEntries(fields.map(({ name }) => [name, start[name] ?? null]));
  // The state when it was asked counts, and not later changes. One key for one filling of the form: a lost answer may be asked for again,
  // and a corrected form is another call.
  const [seen] = useState(of);
  const [{ values, stated, key }, setForm] = useState({ values: empty, stated: more?.start ?? {}, key: newKey() });
  const [typed, setTyped] = useState('');
  const { busy, error, submit } = useSending(async () => {
    const { expectedRev, ...payload } = { ...seen, ...filledIn(values), ...trimmed(stated as Values) };
    const guard = expectedRev === undefined ? {} : { expectedRev };
    const answer = await (route === undefined
      ? client.run<Stated>({ storeId, command, payload: { ...payload, ...guard } }, key).then(({ result }) => result)
      : discards
        ? client.write<Stated>('DELETE', route, { query: payload as Query, key, rev: expectedRev as number })
        : keyless
          ? client.post<Stated>(route, payload)
          : hasFile(payload)
            ? client.form<Stated>(route, formOf(payload), key)
            : client.change<Stated>(route, payload, key, expectedRev as number | undefined));
    await refresh();
    tell(done?.(answer) ?? says.done);
    onDone?.(answer);
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={says.title} closeOnClickOutside={!busy}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {says.text && <Text size="sm">{says.text}</Text>}
          {WRITING.has(command) && <NotSent />}
          {fields.length > 0 && (
            <Inputs
              fields={fields}
              values={values}
              onChange={(changed) => setForm({ values: changed, stated, key: newKey() })}
              names={names}
              focused
              columns={1}
            />
          )}
          {more?.input(stated, (changed) => setForm({ values, stated: changed, key: newKey() }))}
          {word !== undefined && (
            <TextInput
              label={texts.common.typeWord(word)}
              autoComplete="off"
              required
              withAsterisk={false}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
          <AskedContext value={schema ? placeOf(schema) : payloadOf(command)}>
            {error && <Failure inDialog error={error} />}
          </AskedContext>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {texts.common.cancel}
            </Button>
            <Button
              type="submit"
              loading={busy}
              disabled={(word !== undefined && typed.trim() !== word) || more?.isEnough?.(stated) === false}
              {...(destructive ? { color: 'red' } : {})}
            >
              {more?.yes?.(stated) ?? says.yes}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
