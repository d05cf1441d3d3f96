import { SegmentedControl } from '@mantine/core';
import { type Language, useLanguage } from '../text/text';

export function LanguageSwitch() {
  const { language, texts, setLanguage } = useLanguage();
  return (
    <SegmentedControl
      size="xs"
      aria-label={texts.common.languageName}
      value={language}
      onChange={(chosen) => setLanguage(chosen as Language)}
      data={[
        { value: 'tr', label: 'TR' },
        { value: 'en', label: 'EN' },
      ]}
    />
  );
}
