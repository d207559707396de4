/* Runs LearnLib's RPNI on files of traces: LearnLibMachines moore|mealy FOLDER.
 *
 * Each file has one trace per line, input/output; the first symbol of a Moore machine's is
 * /output, that of the start. All files are learned once, so that Java's compiler warms up;
 * then, for each, prints one JSON object: the CPU time of the fastest of several runs, and
 * the transitions, from state 0. */

import de.learnlib.algorithm.PassiveLearningAlgorithm;
import de.learnlib.algorithm.rpni.BlueFringeRPNIMealy;
import de.learnlib.algorithm.rpni.BlueFringeRPNIMoore;
import de.learnlib.query.DefaultQuery;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.automatalib.alphabet.Alphabet;
import net.automatalib.alphabet.impl.Alphabets;
import net.automatalib.automaton.transducer.MealyMachine;
import net.automatalib.automaton.transducer.MooreMachine;
import net.automatalib.word.Word;

public final class LearnLibMachines {

  /* The same rule as in bench/machines. */
  private static final int RUNS = 30;
  private static final double BUDGET_SECONDS = 0.2;
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private final boolean moore;
  private final List<DefaultQuery<String, Word<String>>> traces = new ArrayList<>();
  private final Alphabet<String> alphabet;
  private Object model;
  private double best = Double.POSITIVE_INFINITY;

  private LearnLibMachines(boolean moore, Path path) throws IOException {
    this.moore = moore;
    TreeSet<String> symbols = new TreeSet<>();
    for (String line : Files.readAllLines(path)) {
      List<String> inputs = new ArrayList<>();
      List<String> outputs = new ArrayList<>();
      for (String symbol : line.split(" ")) {
        int slash = symbol.lastIndexOf('/');
        if (slash > 0) {
          inputs.add(symbol.substring(0, slash));
        }
        outputs.add(symbol.substring(slash + 1));
      }
      symbols.addAll(inputs);
      traces.add(new DefaultQuery<>(Word.epsilon(), Word.fromList(inputs), Word.fromList(outputs)));
    }
    alphabet = Alphabets.fromCollection(symbols);
  }

  private <M> M learn(PassiveLearningAlgorithm<M, String, Word<String>> learner) {
    learner.addSamples(traces);
    return learner.computeModel();
  }

  /** Returns the CPU time. */
  private double run() {
    long start = CLOCK.getCurrentThreadCpuTime();
    model = moore ? learn(new BlueFringeRPNIMoore<String, String>(alphabet))
                  : learn(new BlueFringeRPNIMealy<String, String>(alphabet));
    double seconds = 1e-9 * (CLOCK.getCurrentThreadCpuTime() - start);
    best = Math.min(best, seconds);
    return seconds;
  }

  /** The transitions, from states that are numbered as they are met. */
  private <S> List<String> transitions(S start, BiFunction<S, String, S> successor,
                                       BiFunction<S, String, String> output) {
    List<S> states = new ArrayList<>(List.of(start));
    List<String> found = new ArrayList<>();
    for (int q = 0; q < states.size(); q++) {
      for (String input : alphabet) {
        S next = successor.apply(states.get(q), input);
        if (next != null && !states.contains(next)) {
          states.add(next);
        }
        if (next != null) {
          found.add(String.format("[%d, \"%s\", \"%s\", %d]", q, input, output.apply(states.get(q), input),
                                  states.indexOf(next)));
        }
      }
    }
    return found;
  }

  private <S> List<String> ofMealy(MealyMachine<S, String, ?, String> m) {
    return transitions(m.getInitialState(), m::getSuccessor, m::getOutput);
  }

  private <S> List<String> ofMoore(MooreMachine<S, String, ?, String> m) {
    return transitions(m.getInitialState(), m::getSuccessor, (q, input) -> m.getStateOutput(m.getSuccessor(q, input)));
  }

  @SuppressWarnings("unchecked")
  private List<String> transitions() {
    return moore ? ofMoore((MooreMachine<?, String, ?, String>) model)
                 : ofMealy((MealyMachine<?, String, ?, String>) model);
  }

  public static void main(String[] arguments) throws IOException {
    List<Path> paths;
    try (Stream<Path> files = Files.list(Path.of(arguments[1]))) {
      paths = files.sorted().collect(Collectors.toList());
    }
    Map<Path, LearnLibMachines> all = new HashMap<>();
    for (Path path : paths) {
      all.put(path, new LearnLibMachines(arguments[0].equals("moore"), path));
      all.get(path).run();
    }
    for (Path path : paths) {
      LearnLibMachines one = all.get(path);
      one.best = Double.POSITIVE_INFINITY;
      double spent = 0;
      for (int i = 0; i < RUNS && spent < BUDGET_SECONDS; i++) {
        spent += one.run();
      }
      System.out.printf("{\"seconds\": %.6f, \"transitions\": [%s]}%n", one.best, String.join(", ", one.transitions()));
    }
  }
}
