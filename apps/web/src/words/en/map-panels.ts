/** English: the map's panels. */
export const mapPanelsEn = {
  /** An action on an item was asked for, and none is selected. */
  chooseFirst: 'Select an item first.',
  link: {
    choose: 'Choose the item to link to. Enter links, Esc stops.',
  },
  style: {
    title: 'Shape and text',
    anyColour: 'Any colour',
  },
  image: {
    failed: 'The image could not be uploaded.',
    tooLarge: 'Images can be up to 10 MB.',
    uploading: 'Uploading the image',
  },
  focus: { on: (item: string) => `Only “${item}”`, end: 'Show all' },
  cutOff: 'Bring it back',
  replaced: (words: string) => `You are replacing “${words}”.`,
  notReplaced: 'Keep both',
  unkept: 'This browser cannot store anything. Unsaved changes are lost when this page closes.',
};

/** What stands in the map's panels, pickers, hints and dialogs. */
export type PanelWords = typeof mapPanelsEn;
