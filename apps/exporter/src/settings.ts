import { commonSettings, defineSettings, sharedSettings } from '@bough/service';

/** Settings of apps/exporter. */
export const exporterSettings = defineSettings({
  ...commonSettings('8083'),
  BOUGH_DOCSTORE_URL: sharedSettings.BOUGH_DOCSTORE_URL,
  BOUGH_EXPORT_PROCESSES: {
    type: 'count',
    default: '0',
    does: 'How many files are drawn at the same time, each in a process of up to 500 MB. 0: one fewer than the processors, at most 4.',
  },
});
