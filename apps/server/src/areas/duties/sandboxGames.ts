/** Codes of sandbox games by the folder of their mathematics; other codes are its name. */
const shared: Record<string, readonly string[]> = {
  baccarat: ['bac'],
  dragontiger: ['dt'],
  niuniu: ['niu'],
  redblack: ['rb'],
  slot3: ['orchard3', 'fortune3', 'jewel3', 'koi3', 'journey3'],
  slot5: ['koi5', 'moon5', 'peach5', 'gems5', 'journey5', 'dragon5'],
}

/** The codes of the games that are played by the mathematics in a folder. */
export const codesOf = (folder: string): readonly string[] => shared[folder] ?? [folder]
