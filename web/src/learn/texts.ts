// The texts of these pages; they come with them.

import { addTexts } from "../i18n/i18n.svelte";
import en from "./text.en.json";
import nl from "./text.nl.json";

addTexts({ en, nl });
