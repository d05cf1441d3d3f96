import { Fieldset, Select, SimpleGrid, Stack } from '@mantine/core';
import { Failure, Loading } from '../parts/states';
import { useText } from '../text/text';
import { useTheme } from './api';
import type { Editor } from './editor';
import { withPreset, withVariable } from './edits';
import { VariableInput } from './variable-input';

/** Colours, fonts and measures of the theme: those of a preset, and what the shop has chosen over them. */
export function ThemeForm({ editor: { body, change } }: { readonly editor: Editor }) {
  const { design, language } = useText();
  const { data, error, refetch } = useTheme(body.theme);
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  const { presets, variables } = data;
  const preset = presets.find(({ key }) => key === body.theme.preset);
  return (
    <Stack gap="sm">
      <Select
        label={design.theme.preset}
        description={design.theme.presetHelp}
        clearable
        placeholder={design.theme.own}
        data={presets.map(({ key, label }) => ({ value: key, label: label[language] }))}
        value={body.theme.preset ?? null}
        onChange={(chosen) => change((now) => withPreset(now, chosen))}
      />
      {Object.entries(design.theme.groups).map(([group, label]) => (
        <Fieldset key={group} legend={label}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            {variables
              .filter((each) => each.group === group)
              .map((variable) => (
                <VariableInput
                  key={variable.name}
                  variable={variable}
                  stated={body.variables[variable.name]}
                  given={preset?.variables[variable.name] ?? variable.default}
                  onChange={(value) => change((now) => withVariable(now, variable.name, value))}
                />
              ))}
          </SimpleGrid>
        </Fieldset>
      ))}
    </Stack>
  );
}
