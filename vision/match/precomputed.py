"""Make the steps of matching for a deck, and cache all that they compute from its templates."""

from __future__ import annotations

from collections.abc import Iterator

from vision.decks.deck import Deck
from vision.match.cache import CacheWriter, Part, TemplateCache, cache_path
from vision.match.shortlist import COARSE, DeckPrints, Shortlist, levels_part_name
from vision.match.verifiers.confusables import ConfusableVerifier, confusables_part_name
from vision.match.verifiers.neighbours import NeighbourVerifier
from vision.match.verifiers.pairs import PairVerifier
from vision.match.verifiers.tiles import TileVerifier, blurs_part_name
from vision.match.verifiers.tints import TintVerifier


class Precomputed:
    """The steps of matching for one deck: the shortlist and the verifiers.

    Their data comes from the deck's cache file as far as there is any. Other data is computed when
    it is first needed, which takes longer, or by `compute_next` in idle time.
    """

    def __init__(self, deck: Deck) -> None:
        self._prints = DeckPrints.of_deck(deck)
        self._path = cache_path(deck, self._prints.arrays)
        cached = self._make_steps()
        self._writer = None if self._path is None or cached else CacheWriter(self._path)

    def _make_steps(self) -> bool:
        """Make all steps, with the data in the cache file; return whether there is any."""
        cache = TemplateCache(self._path)
        self.shortlist = Shortlist(self._prints, cache)
        self.tiles = [
            TileVerifier(template.image, cache.loader(blurs_part_name(number)))
            for number, template in enumerate(self.shortlist.templates)
        ]
        self.confusables = ConfusableVerifier(self.tiles, cache, self.shortlist.stands_for)
        self.pairs = PairVerifier(self.tiles, self.shortlist.similarities)
        self.neighbours = NeighbourVerifier(self.tiles)
        self.tints = TintVerifier(self.tiles, len(self.shortlist.similarities))
        self._computed = 0  # Number of templates computed so far.
        return bool(cache.names)

    def compute_next(self) -> bool:
        """Compute and cache the data of one more template; return False if none was left."""
        templates = self.shortlist.templates
        if self._computed == len(templates):
            return False
        number = self._computed
        _ = templates[number].registrar
        self.confusables.precompute(number)
        self.tiles[number].compare(templates[number].image)
        self._computed += 1
        if self._writer is not None:
            for name, part in self._template_parts(number):
                self._writer.add(name, part)
            if self._computed == len(templates):
                self._finish_file(self._writer)
        return True

    def _template_parts(self, number: int) -> Iterator[tuple[str, Part]]:
        """Yield the data computed from one template, by its name in the cache."""
        yield confusables_part_name(number), self.confusables.template_part(number)
        yield blurs_part_name(number), self.tiles[number].blur_part()
        yield levels_part_name(number), self.shortlist.templates[number].registrar.arrays

    def _finish_file(self, writer: CacheWriter) -> None:
        """Add the data computed from all templates, and use the file from now on."""
        writer.add(COARSE, self.shortlist.arrays)
        for name, part in self.confusables.shared_parts().items():
            writer.add(name, part)
        self._writer = None
        if writer.close():  # The file's pages now replace 35 MB of computed data.
            self._make_steps()
