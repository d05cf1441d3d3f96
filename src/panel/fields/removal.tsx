import { type Definition, useValuesIn } from '../api/fields';
import { Dialog } from '../parts/dialog';
import { Failure, Loading } from '../parts/states';
import { PreviewDialog, type Ran } from '../products/preview';
import { useSession } from '../session/session';
import { count } from '../text/format';
import { useText } from '../text/text';

interface RemovalProps {
  readonly definition: Definition;
  readonly onRan: (ran: Ran) => void;
  readonly onClose: () => void;
}

/** Says first how many values go with the field; when more have come meanwhile, nothing is done. */
export function Removal({ definition, onRan, onClose }: RemovalProps) {
  const texts = useText();
  const { storeId } = useSession();
  const { id, rev, label } = definition;
  const { data: values, error, refetch } = useValuesIn(definition, storeId);
  const title = texts.fields.removal.title(label);
  if (values === undefined)
    return (
      <Dialog onClose={onClose} title={title}>
        {error ? <Failure inDialog error={error} retry={refetch} /> : <Loading />}
      </Dialog>
    );
  return (
    <PreviewDialog
      title={title}
      text={values === 0 ? texts.fields.removal.empty : texts.fields.removal.text(count(values, texts))}
      yes={texts.fields.remove}
      destructive
      calls={[
        {
          command: 'metafield.definition.delete',
          payload: { definitionId: id, expectedRev: rev, valuesMax: values },
        },
      ]}
      titles={{ [id]: label }}
      onRan={onRan}
      onClose={onClose}
    />
  );
}
