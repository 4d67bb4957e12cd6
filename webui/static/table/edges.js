// The places of the seats on the big screen: around the middle as people sit, or on two sides of the drawn table.

const MOST_APART = 3; // seats on a side that all stand at the height of their zones

/** Return places around a table for `many`, clockwise from the bottom. @param {number} many @returns {SeatPlace[]} */
function ring(many) {
  const beside = many < 3 ? 0 : many < 11 ? 1 : 2;
  const below = Math.max(1, Math.floor((many - 2 * beside) / 2));
  const edges = { bottom: below, left: beside, top: many - 2 * beside - below, right: beside };
  let seat = 0;
  return Object.entries(edges).flatMap(([edge, count]) =>
    Array.from({ length: count }, (_, n) => {
      const along = (n + 1) / (count + 1);
      return { seat: seat++, edge, along: edge === "bottom" || edge === "left" ? 1 - along : along };
    })
  );
}

/** Return the places on two opposite sides, each at the height of its zones if they are apart. The farthest from the
 * middle keep their side, and the others take the one with fewer seats.
 * @param {SeatPlace[]} places @param {boolean} tall the sides are the top and the bottom */
function onTwoSides(places, tall) {
  const across = ({ edge, along }) => ({ left: 0, right: 1 })[edge] ?? along;
  const down = ({ edge, along }) => ({ top: 0, bottom: 1 })[edge] ?? along;
  const [side, along] = tall ? [down, across] : [across, down];
  const sides = tall ? ["top", "bottom"] : ["left", "right"];
  const far = (place) => Math.abs(side(place) - .5);
  /** @type {SeatPlace[][]} */
  const stands = [[], []];
  for (const place of [...places].sort((place, next) => far(next) - far(place) || along(place) - along(next))) {
    const at = far(place) > .05 ? Math.round(side(place)) : Number(stands[0].length > stands[1].length);
    stands[at].push({ seat: place.seat, edge: sides[at], along: along(place) });
  }
  for (const row of stands) {
    row.sort((place, next) => place.along - next.along);
    const close = row.slice(1).some(({ along: at }, n) => at - row[n].along < 1 / MOST_APART);
    if (close) row.forEach((place, n) => { place.along = n / (row.length - 1); });
  }
  return stands.flat();
}

/** Return where each seat and party stands.
 * @param {PageState} state
 * @param {{ drawn: boolean, tall: boolean }} how whether the table is drawn, and the screen is higher than wide
 * @returns {SeatPlace[]} */
export function edges({ seats, others, table }, { drawn, tall }) {
  const many = seats.length + others.length;
  const known = table?.places ?? [];
  const apart = new Set(known.map(({ edge, along }) => `${edge} ${along}`)).size === many;
  // The panels of several mats name their players, so the seats need only a row.
  if (drawn && !known.length) return ring(many).map((place, n) => ({ ...place, edge: "top", along: n / many }));
  const places = apart ? known : ring(many);
  return drawn || tall ? onTwoSides(places, tall) : places;
}
