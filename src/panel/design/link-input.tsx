import { Fieldset, Select, TextInput } from '@mantine/core';
import { useContext } from 'react';
import { useText } from '../text/text';
import { BodyContext, CategoryInput, ChoiceInput } from './choice-inputs';
import { pageName } from './labels';
import { ThingInput } from './thing-input';

export type LinkValue = string | { readonly to: Target; readonly id: string };
type Target = 'product' | 'collection' | 'category' | 'page' | 'extPage';

interface LinkInputProps {
  readonly label: string;
  readonly value: LinkValue | undefined;
  readonly onChange: (value: LinkValue | undefined) => void;
}

/** The target of a link: an address, or a thing of the shop or of the design by name. */
export function LinkInput({ label, value, onChange }: LinkInputProps) {
  const { design } = useText();
  const kind = value === undefined ? null : typeof value === 'string' ? 'address' : value.to;
  const choose = (chosen: string | null): void => {
    if (chosen === null) onChange(undefined);
    else onChange(chosen === 'address' ? '' : { to: chosen as Target, id: '' });
  };
  return (
    <Fieldset legend={label}>
      <Select
        label={design.link.kind}
        clearable
        placeholder={design.link.none}
        data={Object.entries(design.link.kinds).map(([to, name]) => ({ value: to, label: name }))}
        value={kind}
        onChange={choose}
      />
      {typeof value === 'string' && (
        <TextInput
          mt="xs"
          label={design.link.kinds.address}
          description={design.link.addressHelp}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {typeof value === 'object' && <TargetInput {...value} onName={(id) => onChange({ to: value.to, id })} />}
    </Fieldset>
  );
}

interface NamedProps {
  readonly to: Target;
  readonly id: string;
  readonly onName: (id: string) => void;
}

function TargetInput({ to, id, onName }: NamedProps) {
  const texts = useText();
  const { pages = {}, extPages = {} } = useContext(BodyContext) ?? {};
  const label = texts.design.link.kinds[to];
  const shared = { label, value: id === '' ? null : id, onChange: (chosen?: string) => onName(chosen ?? '') };
  if (to === 'category') return <CategoryInput {...shared} />;
  if (to === 'product' || to === 'collection')
    return (
      <ThingInput
        label={label}
        kind={to}
        isList={false}
        value={shared.value}
        onChange={(chosen) => onName(typeof chosen === 'string' ? chosen : '')}
      />
    );
  const choices =
    to === 'page'
      ? Object.entries(pages)
          .filter(([, { kind }]) => kind === 'page')
          .map(([value, page]) => ({ value, label: pageName(page, texts) }))
      : Object.keys(extPages).map((slug) => ({ value: slug, label: slug }));
  return <ChoiceInput {...shared} choices={choices} />;
}
