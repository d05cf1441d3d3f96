import type { Node } from '../jsx/jsx-runtime';
import type { Notice } from '../sale/words';
import { plain } from '../text/text';
import type { Page } from './page';

/** Things that a shopper is told, each in a box of its own. */
export const Notices = ({ page, told }: { readonly page: Page; readonly told: readonly Notice[] }) => (
  <>
    {told.map(({ kind, text, link }, nth) => (
      <p key={nth} data-el="notice" data-axis-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
        {plain(text)}
        {link ? (
          <>
            {' '}
            <a data-el="link" href={page.links.to(link.to)}>
              {plain(link.label)}
            </a>
          </>
        ) : null}
      </p>
    ))}
  </>
);

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly fault?: string | undefined;
  readonly hint?: string;
  readonly type?: 'text' | 'email' | 'tel';
  readonly mode?: 'numeric' | 'tel' | 'email';
  readonly autocomplete?: string;
  readonly required?: boolean;
  /** The label says that the field may stay empty. */
  readonly optional?: boolean;
  readonly max?: number;
  /** The number of lines, where there are several. */
  readonly rows?: number;
  /** The values to choose from; undefined: anything is written. */
  readonly options?: readonly string[] | undefined;
}

const TEXT_LENGTH_MAX = 120;

/** A field of a form with what it is called, what is wanted, and what is wrong with it. */
export const Field = (props: FieldProps) => {
  const { name, label, fault, hint, optional = false } = props;
  const notes = [...(hint ? [`${name}-ipucu`] : []), ...(fault ? [`${name}-hata`] : [])].join(' ');
  return (
    <div data-el="field" data-axis-state={fault ? 'invalid' : 'normal'}>
      <label data-part="label" for={name}>
        {label}
        {optional ? ' (isteğe bağlı)' : ''}
      </label>
      {hint ? (
        <p data-part="hint" id={`${name}-ipucu`}>
          {hint}
        </p>
      ) : null}
      <Input field={props} notes={notes === '' ? undefined : notes} />
      {fault ? (
        <p data-part="error" id={`${name}-hata`}>
          {plain(fault)}
        </p>
      ) : null}
    </div>
  );
};

interface InputProps {
  readonly field: FieldProps;
  /** Identifiers of what describes it. */
  readonly notes: string | undefined;
}

const Input = ({ field, notes }: InputProps) => {
  const { name, value, fault, type = 'text', mode, autocomplete, required, max = TEXT_LENGTH_MAX } = field;
  const invalid = fault ? 'true' : undefined;
  if (field.options)
    return (
      <select
        data-part="input"
        id={name}
        name={name}
        required={required}
        autocomplete={autocomplete}
        aria-invalid={invalid}
        aria-describedby={notes}
      >
        <option value="">Seçin</option>
        {field.options.map((each) => (
          <option key={each} value={each} selected={each === value}>
            {each}
          </option>
        ))}
      </select>
    );
  if (field.rows !== undefined)
    return (
      <textarea
        data-part="input"
        id={name}
        name={name}
        rows={field.rows}
        maxlength={max}
        required={required}
        autocomplete={autocomplete}
        aria-invalid={invalid}
        aria-describedby={notes}
      >
        {plain(value)}
      </textarea>
    );
  return (
    <input
      data-part="input"
      id={name}
      type={type}
      name={name}
      value={plain(value)}
      maxlength={max}
      required={required}
      inputmode={mode}
      autocomplete={autocomplete}
      aria-invalid={invalid}
      aria-describedby={notes}
    />
  );
};

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly title: string;
  readonly note?: string | undefined;
}

/** Draws one of a few things to choose from. */
export const Choice = ({ name, value, checked, title, note }: ChoiceProps) => (
  <label data-part="choice">
    <input type="radio" name={name} value={value} checked={checked} required />
    <span>{plain(title)}</span> {note ? <span data-quiet="">{note}</span> : null}
  </label>
);

/** A few things to choose from. */
export const Choices = ({ legend, children }: { readonly legend: string; readonly children: Node }) => (
  <fieldset data-el="option">
    <legend data-part="legend">{legend}</legend>
    {children}
  </fieldset>
);

export const Submit = ({ label }: { readonly label: string }) => (
  <button data-el="button" data-axis-kind="primary" type="submit">
    {label}
  </button>
);
